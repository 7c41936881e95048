// Everything between the pipeline and the transmit rings: per egress interface either nothing (queue kind None), the plain
// queue of /queue/interface, or the queue trees whose root parent is that interface.
//
//   Admission a = queues.enqueue(interface, packet, now, ringHasRoom);
//   if (a == Admission::Direct) send(packet);
//   ...
//   for (IfIndex i : queues.interfaces()) {           // poll
//       batch.clear();
//       queues.dequeue(i, now, batch, room);          // room of the port behind i; for a bridge or VLAN: Batch size
//       for (PacketBuf* p : batch) continueEgress(i, p);
//   }
//
// A tree on a bridge or VLAN interface shapes what leaves by that logical interface; what it hands back still has to pass
// the egress of the interface below. Plain queues exist on Ether interfaces only. Octets are of the frame without FCS.
// One thread; nothing allocates after configure().
#pragma once

#include "agent/dataplane/config/engine_config.h"
#include "agent/dataplane/packet/packet_buf.h"
#include "agent/dataplane/packet/packet_pool.h"
#include "agent/dataplane/queueing/admission.h"
#include "agent/dataplane/queueing/queue.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace agent::dataplane {

class EgressQueue;

class InterfaceQueueSet {
public:
    explicit InterfaceQueueSet(PacketPool& pool);
    ~InterfaceQueueSet();

    // Keeps packets and counters of queues that are still there with the same discipline; frees the others.
    void configure(const EngineConfig& config, core::base::Nanos now);

    // True when packets leaving by this interface must be offered to enqueue(); false is as good as Admission::Direct.
    [[nodiscard]] bool queues(IfIndex interface) const { return interface < byInterface_.size() && byInterface_[interface] != nullptr; }
    [[nodiscard]] bool hasTree(IfIndex interface) const;

    // `ringHasRoom`: the port behind can take a packet now. With it a packet no class takes, or one that finds an empty plain
    // queue, is Direct (and counted); without it such a packet waits in the direct queue (50 packets) or the plain queue.
    Admission enqueue(IfIndex interface, PacketBuf* packet, core::base::Nanos now, bool ringHasRoom = true,
                      Passing passing = Passing::No);
    std::size_t dequeue(IfIndex interface, core::base::Nanos now, Batch& out, std::size_t budget);

    // `now`: dequeue() would find a packet, if the port has room; kNever: nothing waits.
    [[nodiscard]] core::base::Nanos nextEvent(IfIndex interface, core::base::Nanos now);
    // Earliest of all interfaces.
    [[nodiscard]] core::base::Nanos nextEvent(core::base::Nanos now);
    [[nodiscard]] std::size_t queuedPackets(IfIndex interface) const;

    // Interfaces that have queues, ascending.
    [[nodiscard]] std::span<const IfIndex> interfaces() const { return interfaces_; }

    [[nodiscard]] std::optional<QueueCounters> treeCounters(std::uint32_t uid) const;
    // All packets of the interface's queues together; dropped is tx-queue-drop.
    [[nodiscard]] QueueCounters interfaceCounters(IfIndex interface) const;
    // What /queue/interface shows as active-queue: "queue-tree", or the name of the interface's queue type.
    [[nodiscard]] std::string_view activeQueue(IfIndex interface) const;

private:
    PacketPool& pool_;
    std::vector<std::unique_ptr<EgressQueue>> byInterface_;
    std::vector<IfIndex> interfaces_;
    std::vector<std::string> activeNames_;
};

} // namespace agent::dataplane
