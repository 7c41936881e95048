// pcq: per connection queue. Packets are sorted into substreams by what pcq-classifier names (addresses up to their masks, ports);
// each substream is a line of pcq-limit octets, all together hold pcq-total-limit. Substreams take turns, octet by octet the same for
// all; with pcq-rate each gets no more than that, pcq-burst-rate while its average over pcq-burst-time is below pcq-burst-threshold.
//
// The sender of an IPv4 packet is told by its own address, before src-nat, where packets still have it (parent=global and simple
// queues); in an interface's queues it is the address in the frame.
// Memory: 1024 substreams are set aside at construction; while all of them hold packets, a packet of one more is lost.
#pragma once

#include "agent/dataplane/queueing/burst_meter.h"
#include "agent/dataplane/queueing/packet_list.h"
#include "agent/dataplane/queueing/queue.h"
#include "agent/dataplane/queueing/token_bucket.h"

#include <cstdint>
#include <vector>

namespace agent::dataplane {

class Pcq final : public Queue {
public:
    static constexpr std::size_t kSubstreams = 1024;

    Pcq(const PcqConfig& config, PacketPool& pool, QueueOctets octets);
    ~Pcq() override;

    bool enqueue(PacketBuf* packet, core::base::Nanos now) override;
    [[nodiscard]] PacketBuf* dequeue(core::base::Nanos now) override;
    [[nodiscard]] core::base::Nanos nextEvent(core::base::Nanos now) override;
    std::size_t clear() override;

private:
    using Index = std::uint16_t;
    static constexpr Index kNone = 0xffff;

    struct Substream {
        PacketList packets;
        std::uint64_t key = 0;
        std::uint64_t octets = 0;
        TokenBucket bucket;
        core::base::Nanos refilledAt = 0;
        core::base::Nanos opensAt = 0; // while it waits for tokens
        std::int32_t deficit = 0;
        Index chain = kNone; // of its hash bucket
        Index next = kNone, previous = kNone; // in the round, or among the idle
        bool known = false;  // its key is in the hash
        bool busy = false;   // holds packets
    };
    struct List {
        Index head = kNone, tail = kNone;
    };

    [[nodiscard]] std::uint64_t keyOf(const PacketBuf& packet) const;
    [[nodiscard]] Index find(std::uint64_t key) const;
    // An idle substream for this key; kNone when all are busy.
    Index claim(std::uint64_t key, core::base::Nanos now);
    void forget(Index index);
    void refill(Index index, core::base::Nanos now);
    void append(List& list, Index index);
    Index takeFirst(List& list);
    void remove(List& list, Index index);
    void wait(Index index, core::base::Nanos now);
    void wake(core::base::Nanos now);

    PcqConfig config_;
    std::vector<Substream> substreams_;
    std::vector<BurstMeter> bursts_; // by substream; empty without pcq-burst-rate
    std::vector<Index> buckets_;
    List round_;                 // may send
    List idle_;                  // longest idle first
    std::vector<Index> waiting_; // heap by opensAt
};

} // namespace agent::dataplane
