// pfifo and bfifo: one line, the newcomer is lost when the line is full.
#pragma once

#include "agent/dataplane/queueing/packet_list.h"
#include "agent/dataplane/queueing/queue.h"

namespace agent::dataplane {

class Fifo final : public Queue {
public:
    // The bound that does not apply is the largest number.
    Fifo(PacketPool& pool, QueueOctets octets, std::uint64_t packetLimit, std::uint64_t octetLimit);
    ~Fifo() override;

    bool enqueue(PacketBuf* packet, core::base::Nanos now) override;
    [[nodiscard]] PacketBuf* dequeue(core::base::Nanos now) override;
    std::size_t clear() override;

private:
    PacketList line_;
    std::uint64_t packetLimit_;
    std::uint64_t octetLimit_;
};

} // namespace agent::dataplane
