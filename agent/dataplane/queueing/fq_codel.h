// fq-codel (RFC 8290): flows hash into lines, each under CoDel, served by deficit round robin; flows that just woke up go first.
// Over limit or memlimit the fattest line loses up to 64 packets or half of what it holds, at its head.
// memlimit counts frame octets. CoDel looks at the octets of the whole queue, not of one line, when it asks whether there is
// more than one packet to wait for: with hundreds of flows of one packet each the delay is still a standing queue.
// Memory: 64 octets per flow, taken at construction.
#pragma once

#include "agent/dataplane/queueing/codel.h"
#include "agent/dataplane/queueing/packet_list.h"
#include "agent/dataplane/queueing/queue.h"

#include <vector>

namespace agent::dataplane {

class FqCodel final : public Queue {
public:
    FqCodel(const QueueTypeConfig& type, PacketPool& pool, QueueOctets octets, std::uint32_t perturbation);
    ~FqCodel() override;

    bool enqueue(PacketBuf* packet, core::base::Nanos now) override;
    [[nodiscard]] PacketBuf* dequeue(core::base::Nanos now) override;
    std::size_t clear() override;

private:
    struct alignas(64) Flow { // one cache line
        PacketList line;
        CodelState codel;
        Flow* next = nullptr;     // in the list of new or of old flows
        std::int32_t deficit = 0;
        std::uint32_t octets : 31 = 0;
        bool listed : 1 = false;
    };
    struct FlowList {
        Flow* head = nullptr;
        Flow* tail = nullptr;
        void push(Flow* flow);
        void pop();
    };
    struct Line;

    [[nodiscard]] std::size_t flowOf(const PacketBuf& packet) const;
    PacketBuf* pop(Flow& flow);
    [[nodiscard]] Flow* fattest();
    // True when `newcomer` was among the lost.
    bool dropFromFattest(const PacketBuf* newcomer);

    CodelParameters codel_;
    std::size_t packetLimit_;
    std::uint64_t memoryLimit_;
    std::int32_t quantum_;
    bool ecn_;
    core::base::Nanos ceThreshold_;
    std::uint32_t perturbation_;
    std::vector<Flow> flows_;
    FlowList newFlows_;
    FlowList oldFlows_;
};

} // namespace agent::dataplane
