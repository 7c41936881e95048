// Hierarchical token buckets: one scheduler for one root (an interface, parent=global, or one direction of the simple queues).
//
//   Htb htb(pool, QueueOctets::Frame);
//   htb.configure(classes, types, now);
//   if (auto leaf = htb.leafOf(packet->packetMark)) htb.enqueue(*leaf, packet, now);   // else: direct, unshaped
//   htb.dequeue(now, batch, budget);
//   wakeAt = htb.nextEvent(now);
//
// Rules (RouterOS' HTB, which is Linux' HTB with bursts):
// - A class has two buckets: one filled at limit-at, one filled at max-limit (burst-limit while bursting; never below limit-at).
//   Buckets hold bucket-size seconds of their rate, start full, and are charged for everything that leaves below the class.
// - Green (within limit-at): may send, whatever its parents say. Yellow (within max-limit): may send what an ancestor lends;
//   the first green ancestor lends and pays. Red (max-limit used up): waits. Above the top-level classes stands a root without limits.
// - What limit-at guarantees is served first, shared in proportion to limit-at when the link is too small for all of it.
//   Only the share above limit-at goes by priority, 1 first; equals share by deficit round robin.
// - Bursts: the average over burst-time is kept in 16 slots; below burst-threshold burst-limit applies, above it max-limit.
//
// Time is lazy: tokens are worked out when a class is looked at; classes that wait stand in a heap by the moment they change colour.
// Nothing allocates after configure(). One thread; `now` never runs backwards. Memory: a few hundred octets per class plus leaf queues.
#pragma once

#include "agent/dataplane/config/queues.h"
#include "agent/dataplane/packet/packet_buf.h"
#include "agent/dataplane/packet/packet_pool.h"
#include "agent/dataplane/queueing/admission.h"
#include "agent/dataplane/queueing/queue.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace agent::dataplane {

// One class of a tree. A class nobody names as parent is a leaf and holds packets.
struct HtbClassSpec {
    std::uint32_t uid = 0;               // survives reconfiguration together with queued packets and counters
    std::optional<std::uint32_t> parent; // index into the same list, smaller than the own one
    std::vector<MarkId> packetMarks;     // leaves: empty takes every packet
    HtbClassConfig htb;
};

class Htb {
public:
    // `octets`: what counts against the rates.
    Htb(PacketPool& pool, QueueOctets octets);
    ~Htb(); // frees what still waits

    // Classes with a uid that was there before keep counters; leaves among them keep their packets when their queue type
    // behaves as before; buckets keep their level when the class's rates are as before. Everything else is freed.
    void configure(std::span<const HtbClassSpec> classes, std::span<const QueueTypeConfig> types, core::base::Nanos now);

    // First leaf in list order that takes this mark; none: the packet is not classified.
    [[nodiscard]] std::optional<std::uint32_t> leafOf(MarkId mark) const;
    // Takes the packet; `leaf` is a position in the configured list. False: it was lost.
    bool enqueue(std::uint32_t leaf, PacketBuf* packet, core::base::Nanos now);
    // The same; with Passing::Allowed a packet nothing holds back stays the caller's (Passed). Never Direct.
    Admission admit(std::uint32_t leaf, PacketBuf* packet, core::base::Nanos now, Passing passing);
    // Appends up to `budget` packets the rates allow now (and `out` has room for). Returns how many.
    std::size_t dequeue(core::base::Nanos now, Batch& out, std::size_t budget);
    // `now` when dequeue() would find a packet, else the moment the first waiting class becomes eligible, kNever without packets.
    [[nodiscard]] core::base::Nanos nextEvent(core::base::Nanos now);

    [[nodiscard]] std::size_t queuedPackets() const;
    [[nodiscard]] std::uint64_t queuedBytes() const;
    [[nodiscard]] bool empty() const; // no classes configured
    // nullopt: no class has this uid. A parent shows what its leaves show together.
    [[nodiscard]] std::optional<QueueCounters> counters(std::uint32_t uid) const;
    // Packets lost in this tree since it exists, of classes gone as well.
    [[nodiscard]] std::uint64_t dropped() const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace agent::dataplane
