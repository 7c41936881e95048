// The last step of postrouting and input on the slow path: queue trees with parent=global, then simple queues.
//
//   Admission a = global.enqueue(packet, now, sourceBeforeNat);
//   if (a == Admission::Direct) egress(packet);
//   cost.simpleQueuesLooked += global.looked();
//   ...
//   global.dequeue(now, batch, budget);   // poll: packets that go on to their egress interface
//
// A packet passes the tree first (leaf by packet mark; unclassified ones are not shaped) and then the first simple queue that
// matches: upload when the target sent it, download when the target gets it. Targets mean the client's own address, therefore
// enqueue() is told the source before src-nat. The simple queue is chosen on admission and kept in PacketBuf::queueLeaf.
// Octets are of the IPv4 packet. Only Ipv4 packets come here. One thread; nothing allocates after configure().
#pragma once

#include "agent/dataplane/config/queues.h"
#include "agent/dataplane/packet/packet_buf.h"
#include "agent/dataplane/packet/packet_pool.h"
#include "agent/dataplane/queueing/admission.h"
#include "agent/dataplane/queueing/htb.h"
#include "agent/dataplane/queueing/queue.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace agent::dataplane {

class GlobalQueues {
public:
    explicit GlobalQueues(PacketPool& pool);

    // Keeps packets and counters of rows that are still there. A packet in the tree whose simple queue is gone by the time it
    // leaves the tree passes without one.
    void configure(const QueueConfig& config, core::base::Nanos now);

    // False: every packet would be Direct, do not bother to ask.
    [[nodiscard]] bool any() const { return !tree_.empty() || !simple_.empty(); }

    Admission enqueue(PacketBuf* packet, core::base::Nanos now, std::uint32_t sourceBeforeNat);
    std::size_t dequeue(core::base::Nanos now, Batch& out, std::size_t budget);
    [[nodiscard]] core::base::Nanos nextEvent(core::base::Nanos now);
    [[nodiscard]] std::size_t queuedPackets() const;

    // Simple queues the last enqueue() had to look at.
    [[nodiscard]] std::uint32_t looked() const { return looked_; }

    [[nodiscard]] std::optional<QueueCounters> treeCounters(std::uint32_t uid) const;
    [[nodiscard]] std::optional<QueueCounters> uploadCounters(std::uint32_t uid) const;
    [[nodiscard]] std::optional<QueueCounters> downloadCounters(std::uint32_t uid) const;

private:
    // PacketBuf::queueLeaf for the first matching row.
    [[nodiscard]] std::uint32_t chooseSimple(const PacketBuf& packet, std::uint32_t sourceBeforeNat);
    // Offers a packet that is through the tree to its simple queue; Direct when it has none.
    Admission offerSimple(PacketBuf* packet, core::base::Nanos now);
    void assignSlots(const std::vector<SimpleQueueConfig>& rows);

    Htb tree_;
    Htb upload_;
    Htb download_;
    std::vector<SimpleQueueConfig> simple_;
    // A row keeps its slot while its uid is there, wherever it moves; slots are never given to another row, so a packet in the
    // tree cannot end up in a queue it did not match.
    std::vector<std::uint32_t> slotOfRow_;
    std::vector<std::uint32_t> rowOfSlot_;
    std::uint32_t looked_ = 0;
};

} // namespace agent::dataplane
