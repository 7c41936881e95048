// What is behind Htb: the classes with their queues, and who of them waits for what.
#pragma once

#include "agent/dataplane/queueing/htb.h"
#include "agent/dataplane/queueing/htb_class.h"
#include "agent/dataplane/queueing/htb_scheduler.h"

#include <unordered_map>

namespace agent::dataplane {

constexpr std::uint32_t kNoHtbNode = 0xffffffff;

// What queues have lost or marked. Differences may wrap; only sums with what the live queues say are ever shown.
struct Losses {
    std::uint64_t dropped = 0, marked = 0;

    void add(const Queue& queue) {
        dropped += queue.dropped();
        marked += queue.marked();
    }
    Losses& operator+=(const Losses& other) {
        dropped += other.dropped;
        marked += other.marked;
        return *this;
    }
    Losses& operator-=(const Losses& other) {
        dropped -= other.dropped;
        marked -= other.marked;
        return *this;
    }
};

// A class with what Htb adds to it: the packets of a leaf, the totals of /queue print stats.
struct HtbNode {
    HtbClass scheduling;
    std::uint32_t uid = 0;
    std::uint32_t parent = kNoHtbNode;
    QueueTypeConfig type;
    std::unique_ptr<Queue> queue; // leaves
    Losses lossesBefore;               // of queues this row no longer has
    core::base::Nanos parkedUntil = 0; // its queue holds packets but gives none before; 0: it is not parked
};

struct Htb::Impl {
    PacketPool& pool;
    QueueOctets octets;
    std::vector<HtbNode> nodes;
    HtbScheduler scheduler;
    std::unordered_map<std::uint32_t, std::uint32_t> nodeOfUid;
    std::vector<std::uint32_t> leafOfMark; // by MarkId; marks beyond the end take otherLeaf
    std::uint32_t otherLeaf = kNoHtbNode;       // first leaf that takes every mark
    std::size_t queued = 0;
    std::vector<std::uint32_t> parked; // leaves whose own queue waits for its time
    core::base::Nanos unparkAt = kNever;
    std::uint64_t droppedRetired = 0; // by queues that are gone

    Impl(PacketPool& p, QueueOctets o)
        : pool(p)
        , octets(o) {}

    [[nodiscard]] Losses liveLosses(std::uint32_t node) const; // of the queues of the node and below
    [[nodiscard]] QueueCounters counters(std::uint32_t node) const;
    [[nodiscard]] bool isBelow(std::uint32_t node, std::uint32_t ancestor) const;
    void build(std::span<const HtbClassSpec> classes, std::span<const QueueTypeConfig> types, core::base::Nanos now);
    void adopt(HtbNode& fresh, HtbNode& before);
    // A leaf with packets stands in the scheduler, or is parked until its queue has one to give.
    void settle(HtbNode& node, core::base::Nanos now);
    void unpark(core::base::Nanos now);
    void indexMarks(std::span<const HtbClassSpec> classes);
};

} // namespace agent::dataplane
