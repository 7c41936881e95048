// The last step of postrouting and input on the slow path: queue trees with parent=global, then simple queues.
//
//   Admission a = global.enqueue(packet, now, sourceBeforeNat, Passing::Allowed);
//   if (a == Admission::Direct || a == Admission::Passed) egress(packet);
//   cost.simpleQueuesLooked += global.looked();
//   ...
//   global.dequeue(now, batch, budget);   // poll: packets that go on to their egress interface
//
// A packet passes the tree first (leaf by packet mark; unclassified ones are not shaped), then the first simple queue that
// matches: upload when the target sent it, download when the target gets it; last the queue of both directions together, when its
// row has one. Targets mean the client's own address, therefore enqueue() is told the source before src-nat. The simple queue is
// chosen on admission and kept in PacketBuf::queueLeaf.
// Octets are of the IPv4 packet. Only Ipv4 packets come here. One thread; nothing allocates after configure().
#pragma once

#include "agent/dataplane/config/queues.h"
#include "agent/dataplane/packet/packet_buf.h"
#include "agent/dataplane/packet/packet_pool.h"
#include "agent/dataplane/queueing/admission.h"
#include "agent/dataplane/queueing/htb.h"
#include "agent/dataplane/queueing/queue.h"
#include "agent/dataplane/queueing/simple_index.h"

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

namespace agent::dataplane {

class GlobalQueues {
public:
    explicit GlobalQueues(PacketPool& pool);

    // Keeps packets and counters of rows that are still there. A packet in the tree whose simple queue is gone by the time it
    // leaves the tree passes without one.
    void configure(const QueueConfig& config, core::base::Nanos now);

    // False: every packet would be Direct, do not bother to ask.
    [[nodiscard]] bool any() const { return hasTree_ || hasSimple_; }

    Admission enqueue(PacketBuf* packet, core::base::Nanos now, std::uint32_t sourceBeforeNat, Passing passing = Passing::No);
    std::size_t dequeue(core::base::Nanos now, Batch& out, std::size_t budget);
    [[nodiscard]] core::base::Nanos nextEvent(core::base::Nanos now);
    [[nodiscard]] std::size_t queuedPackets() const;

    // Simple queues the last enqueue() had to look at.
    [[nodiscard]] std::uint32_t looked() const { return looked_; }

    [[nodiscard]] std::optional<QueueCounters> treeCounters(std::uint32_t uid) const;
    [[nodiscard]] std::optional<QueueCounters> uploadCounters(std::uint32_t uid) const;
    [[nodiscard]] std::optional<QueueCounters> downloadCounters(std::uint32_t uid) const;
    [[nodiscard]] std::optional<QueueCounters> totalCounters(std::uint32_t uid) const; // nullopt: the row has no total-*

private:
    // The leaves of one row; SimpleClasses::kNone when the row is gone or has no such queue.
    struct Leaves {
        std::uint32_t upload, download, total;
    };

    // Offers a packet that is through the tree to its simple queue; Direct when it has none.
    Admission offerSimple(PacketBuf* packet, core::base::Nanos now, Passing passing);
    // Offers a packet that is through its direction to the queue of both.
    Admission offerTotal(PacketBuf* packet, core::base::Nanos now, Passing passing);
    std::size_t dequeueDirection(Htb& direction, core::base::Nanos now, Batch& out, std::size_t budget);
    void assignSlots(const std::vector<SimpleQueueConfig>& rows);

    Htb tree_;
    Htb upload_;
    Htb download_;
    Htb total_;
    bool hasTree_ = false, hasSimple_ = false, hasTotal_ = false;
    SimpleIndex index_;
    // A row keeps its slot while its uid is there, wherever it moves; slots are never given to another row, so a packet in the
    // tree cannot end up in a queue it did not match.
    std::unordered_map<std::uint32_t, std::uint32_t> slotOfUid_;
    std::vector<std::uint32_t> slotOfRow_;
    std::vector<Leaves> leavesOfSlot_;
    std::uint32_t looked_ = 0;
};

} // namespace agent::dataplane
