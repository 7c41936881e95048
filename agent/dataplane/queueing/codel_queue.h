// codel: one line under CoDel (RFC 8289); the newcomer is lost when the line is full.
#pragma once

#include "agent/dataplane/queueing/codel.h"
#include "agent/dataplane/queueing/packet_list.h"
#include "agent/dataplane/queueing/queue.h"

namespace agent::dataplane {

class CodelQueue final : public Queue {
public:
    CodelQueue(const CodelConfig& config, PacketPool& pool, QueueOctets octets);
    ~CodelQueue() override;

    bool enqueue(PacketBuf* packet, core::base::Nanos now) override;
    [[nodiscard]] PacketBuf* dequeue(core::base::Nanos now) override;
    std::size_t clear() override;

private:
    struct Line;

    CodelConfig config_;
    CodelParameters parameters_;
    CodelState state_;
    PacketList line_;
};

} // namespace agent::dataplane
