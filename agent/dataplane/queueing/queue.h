// A leaf discipline: holds packets between enqueue and dequeue and decides which to lose. Kinds: QueueKind without None.
//
//   std::unique_ptr<Queue> queue = makeQueue(type, pool, QueueOctets::Frame, seed);
//   queue->enqueue(packet, now);               // the queue owns the packet from here on
//   PacketBuf* next = queue->dequeue(now);     // nullptr: nothing (left); the caller owns it
//
// Packets a queue loses go back to the pool and are counted in counters().dropped. Packets hang in intrusive lists through
// PacketBuf::next, nothing is allocated after construction. One thread; `now` never runs backwards.
#pragma once

#include "agent/dataplane/config/queues.h"
#include "agent/dataplane/packet/packet_buf.h"
#include "agent/dataplane/packet/packet_pool.h"
#include "agent/dataplane/queueing/admission.h"
#include "agent/dataplane/queueing/ecn.h"

#include <cstdint>
#include <memory>

namespace agent::dataplane {

// What counts as a packet's size. Interface queues: the frame without FCS. parent=global and simple queues: the IPv4 packet,
// which has no link header there yet.
enum class QueueOctets : std::uint8_t { Frame, Layer3 };

[[nodiscard]] inline std::uint32_t octetsOf(const PacketBuf& packet, QueueOctets octets) {
    return octets == QueueOctets::Frame ? packet.length : packet.l3Length();
}

// What one row of /queue shows; octets as QueueOctets says.
struct QueueCounters {
    std::uint64_t bytes = 0;   // that left the queue
    std::uint64_t packets = 0; // that left the queue
    std::uint64_t dropped = 0; // packets
    std::uint64_t queuedBytes = 0;
    std::uint64_t queuedPackets = 0;
    std::uint64_t marked = 0; // packets given CE instead of being lost

    bool operator==(const QueueCounters&) const = default;
};

class Queue {
public:
    // `transparent`: an empty queue gives back what it is given, unchanged and at once, and remembers nothing of it.
    Queue(PacketPool& pool, QueueOctets octets, bool transparent)
        : pool_(pool)
        , octets_(octets)
        , transparent_(transparent) {}
    // Frees what still waits.
    virtual ~Queue() = default;
    Queue(const Queue&) = delete;
    Queue& operator=(const Queue&) = delete;

    // Takes the packet, sets its enqueuedAt. False: this very packet was lost (already freed).
    virtual bool enqueue(PacketBuf* packet, core::base::Nanos now) = 0;
    // The next packet; nullptr: none, or (see nextEvent) none yet. Kinds that lose packets here may say so after packets() > 0.
    [[nodiscard]] virtual PacketBuf* dequeue(core::base::Nanos now) = 0;
    // `now`: dequeue() would find something to do; later: a queue with a rate of its own waits for its time; kNever: it is empty.
    [[nodiscard]] virtual core::base::Nanos nextEvent(core::base::Nanos now) { return packets_ > 0 ? now : kNever; }
    // Frees everything that waits; counted as dropped. Returns the number of packets.
    virtual std::size_t clear() = 0;

    // Empty, and a packet need not be put in to be taken out.
    [[nodiscard]] bool letsPass() const { return transparent_ && packets_ == 0; }
    [[nodiscard]] std::size_t packets() const { return packets_; }
    [[nodiscard]] std::uint64_t bytes() const { return bytes_; }
    [[nodiscard]] std::uint64_t dropped() const { return dropped_; }
    [[nodiscard]] std::uint64_t marked() const { return marked_; }

protected:
    [[nodiscard]] std::uint32_t sizeOf(const PacketBuf* packet) const { return octetsOf(*packet, octets_); }
    void admit(PacketBuf* packet, core::base::Nanos now) {
        packet->enqueuedAt = now;
        ++packets_;
        bytes_ += sizeOf(packet);
    }
    [[nodiscard]] QueueOctets octets() const { return octets_; }
    void release(const PacketBuf* packet) {
        --packets_;
        bytes_ -= sizeOf(packet);
    }
    // Gives a packet that is no longer (or never was) accounted for back to the pool.
    void lose(PacketBuf* packet) {
        ++dropped_;
        pool_.give(packet);
    }
    // Tells the sender by ECN; false when it would not understand.
    bool mark(PacketBuf* packet) {
        const bool done = markCongestionExperienced(*packet);
        marked_ += done ? 1 : 0;
        return done;
    }

private:
    PacketPool& pool_;
    QueueOctets octets_;
    bool transparent_;
    std::size_t packets_ = 0;
    std::uint64_t bytes_ = 0;
    std::uint64_t dropped_ = 0;
    std::uint64_t marked_ = 0;
};

// The discipline of a /queue/type row; kind None gives nullptr. `seed` perturbs flow hashes and drives random drops.
[[nodiscard]] std::unique_ptr<Queue> makeQueue(const QueueTypeConfig& type, PacketPool& pool, QueueOctets octets, std::uint32_t seed);

// True when both rows make queues that behave alike (names do not matter).
[[nodiscard]] bool sameDiscipline(const QueueTypeConfig& a, const QueueTypeConfig& b);

} // namespace agent::dataplane
