// The queues of one egress interface: a plain queue, or the trees parented to the interface with their direct queue.
// InterfaceQueueSet owns one per interface that has any and tells how packets flow.
#pragma once

#include "agent/dataplane/config/queues.h"
#include "agent/dataplane/queueing/admission.h"
#include "agent/dataplane/queueing/fifo.h"
#include "agent/dataplane/queueing/htb.h"
#include "agent/dataplane/queueing/queue.h"

#include <memory>
#include <optional>
#include <span>

namespace agent::dataplane {

class EgressQueue {
public:
    EgressQueue(PacketPool& pool, std::uint32_t seed);

    // With classes the trees take over and `type` does not matter, as on RouterOS.
    void configure(std::span<const HtbClassSpec> classes, std::span<const QueueTypeConfig> types, const QueueTypeConfig& type,
                   core::base::Nanos now);

    Admission enqueue(PacketBuf* packet, core::base::Nanos now, bool ringHasRoom, Passing passing);
    std::size_t dequeue(core::base::Nanos now, Batch& out, std::size_t budget);
    [[nodiscard]] core::base::Nanos nextEvent(core::base::Nanos now);
    [[nodiscard]] std::size_t queuedPackets() const;

    [[nodiscard]] bool hasTree() const { return !tree_.empty(); }
    [[nodiscard]] const Htb& tree() const { return tree_; }
    [[nodiscard]] QueueCounters counters() const; // of all its packets, direct ones included

private:
    // Where packets wait that no class takes: the plain queue, or beside a tree the direct queue.
    [[nodiscard]] Queue& line() { return plain_ != nullptr ? *plain_ : direct_; }
    void countOut(const PacketBuf& packet);

    PacketPool& pool_;
    std::uint32_t seed_;
    Htb tree_;
    Fifo direct_;
    std::unique_ptr<Queue> plain_; // none while a tree is there
    QueueTypeConfig plainType_;
    std::uint64_t bytes_ = 0, packets_ = 0;
    std::uint64_t droppedBefore_ = 0; // by plain queues that are gone
};

} // namespace agent::dataplane
