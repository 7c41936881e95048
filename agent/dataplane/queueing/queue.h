// A leaf discipline: holds packets between enqueue and dequeue and decides which to lose. Kinds: pfifo, bfifo, fq-codel.
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

    bool operator==(const QueueCounters&) const = default;
};

class Queue {
public:
    Queue(PacketPool& pool, QueueOctets octets)
        : pool_(pool)
        , octets_(octets) {}
    // Frees what still waits.
    virtual ~Queue() = default;
    Queue(const Queue&) = delete;
    Queue& operator=(const Queue&) = delete;

    // Takes the packet, sets its enqueuedAt. False: this very packet was lost (already freed).
    virtual bool enqueue(PacketBuf* packet, core::base::Nanos now) = 0;
    // The next packet; nullptr when there is none. fq-codel may lose packets here, so nullptr can follow packets() > 0.
    [[nodiscard]] virtual PacketBuf* dequeue(core::base::Nanos now) = 0;
    // Frees everything that waits; counted as dropped. Returns the number of packets.
    virtual std::size_t clear() = 0;

    [[nodiscard]] std::size_t packets() const { return packets_; }
    [[nodiscard]] std::uint64_t bytes() const { return bytes_; }
    [[nodiscard]] std::uint64_t dropped() const { return dropped_; }

protected:
    [[nodiscard]] std::uint32_t sizeOf(const PacketBuf* packet) const { return octetsOf(*packet, octets_); }
    void admit(PacketBuf* packet, core::base::Nanos now) {
        packet->enqueuedAt = now;
        ++packets_;
        bytes_ += sizeOf(packet);
    }
    void release(const PacketBuf* packet) {
        --packets_;
        bytes_ -= sizeOf(packet);
    }
    // Gives a packet that is no longer (or never was) accounted for back to the pool.
    void lose(PacketBuf* packet) {
        ++dropped_;
        pool_.give(packet);
    }

private:
    PacketPool& pool_;
    QueueOctets octets_;
    std::size_t packets_ = 0;
    std::uint64_t bytes_ = 0;
    std::uint64_t dropped_ = 0;
};

// The discipline of a /queue/type row; kind None gives nullptr. `seed` perturbs fq-codel's flow hash.
[[nodiscard]] std::unique_ptr<Queue> makeQueue(const QueueTypeConfig& type, PacketPool& pool, QueueOctets octets, std::uint32_t seed);

// True when both rows make queues that behave alike (names do not matter).
[[nodiscard]] bool sameDiscipline(const QueueTypeConfig& a, const QueueTypeConfig& b);

} // namespace agent::dataplane
