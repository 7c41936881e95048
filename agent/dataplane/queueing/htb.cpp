#include "agent/dataplane/queueing/htb.h"

#include "agent/dataplane/queueing/htb_class.h"
#include "agent/dataplane/queueing/htb_scheduler.h"

#include <algorithm>
#include <unordered_map>

namespace agent::dataplane {

namespace {

constexpr std::uint32_t kNone = 0xffffffff;

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
struct Node {
    HtbClass scheduling;
    std::uint32_t uid = 0;
    std::uint32_t parent = kNone;
    QueueTypeConfig type;
    std::unique_ptr<Queue> queue; // leaves
    Losses lossesBefore;               // of queues this row no longer has
    core::base::Nanos parkedUntil = 0; // its queue holds packets but gives none before; 0: it is not parked
};

bool sameRates(const HtbClassConfig& a, const HtbClassConfig& b) {
    return a.limitAt == b.limitAt && a.maxLimit == b.maxLimit && a.burstLimit == b.burstLimit && a.burstThreshold == b.burstThreshold &&
           a.burstTime == b.burstTime && a.bucketSize == b.bucketSize;
}

// A leaf must hold packets: "none" and a type that is not there mean the default queue.
QueueTypeConfig leafType(std::span<const QueueTypeConfig> types, std::uint32_t index) {
    QueueTypeConfig type = index < types.size() ? types[index] : QueueTypeConfig{};
    if (type.kind == QueueKind::None) {
        type.kind = QueueKind::Pfifo;
    }
    return type;
}

} // namespace

struct Htb::Impl {
    PacketPool& pool;
    QueueOctets octets;
    std::vector<Node> nodes;
    HtbScheduler scheduler;
    std::unordered_map<std::uint32_t, std::uint32_t> nodeOfUid;
    std::vector<std::uint32_t> leafOfMark; // by MarkId; marks beyond the end take otherLeaf
    std::uint32_t otherLeaf = kNone;       // first leaf that takes every mark
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
    void adopt(Node& fresh, Node& before);
    // A leaf with packets stands in the scheduler, or is parked until its queue has one to give.
    void settle(Node& node, core::base::Nanos now);
    void unpark(core::base::Nanos now);
    void indexMarks(std::span<const HtbClassSpec> classes);
};

bool Htb::Impl::isBelow(std::uint32_t node, std::uint32_t ancestor) const {
    while (node != kNone && node != ancestor) {
        node = nodes[node].parent;
    }
    return node == ancestor;
}

Losses Htb::Impl::liveLosses(std::uint32_t node) const {
    Losses sum;
    for (std::uint32_t i = 0; i < nodes.size(); ++i) {
        if (nodes[i].queue != nullptr && isBelow(i, node)) {
            sum.add(*nodes[i].queue);
        }
    }
    return sum;
}

void Htb::Impl::settle(Node& node, core::base::Nanos now) {
    const core::base::Nanos at = node.queue->nextEvent(now);
    const bool ready = at <= now;
    if (ready && !node.scheduling.backlogged) {
        scheduler.activate(node.scheduling, now);
    } else if (!ready && node.scheduling.backlogged) {
        scheduler.deactivate(node.scheduling);
    }
    if (ready || at == kNever) {
        return; // a stale place among the parked is cleared when its time comes
    }
    if (node.parkedUntil == 0) {
        parked.push_back(node.scheduling.index);
    }
    node.parkedUntil = at;
    unparkAt = std::min(unparkAt, at);
}

void Htb::Impl::unpark(core::base::Nanos now) {
    if (now < unparkAt) [[likely]] {
        return;
    }
    unparkAt = kNever;
    for (std::size_t i = 0; i < parked.size();) {
        Node& node = nodes[parked[i]];
        if (node.parkedUntil > now) {
            unparkAt = std::min(unparkAt, node.parkedUntil);
            ++i;
            continue;
        }
        node.parkedUntil = 0;
        parked[i] = parked.back();
        parked.pop_back();
        settle(node, now); // may put it back, at the end
    }
}

QueueCounters Htb::Impl::counters(std::uint32_t node) const {
    QueueCounters sum{nodes[node].scheduling.bytes, nodes[node].scheduling.packets, 0, 0, 0, 0};
    Losses lost = nodes[node].lossesBefore;
    lost += liveLosses(node);
    sum.dropped = lost.dropped;
    sum.marked = lost.marked;
    for (std::uint32_t i = 0; i < nodes.size(); ++i) {
        if (nodes[i].queue != nullptr && isBelow(i, node)) {
            sum.queuedBytes += nodes[i].queue->bytes();
            sum.queuedPackets += nodes[i].queue->packets();
        }
    }
    return sum;
}

void Htb::Impl::build(std::span<const HtbClassSpec> classes, std::span<const QueueTypeConfig> types, core::base::Nanos now) {
    nodes = std::vector<Node>(classes.size());
    nodeOfUid.clear();
    scheduler.reset(classes.size());
    parked.clear();
    parked.reserve(classes.size() + 1);
    unparkAt = kNever;
    for (std::uint32_t i = 0; i < classes.size(); ++i) {
        const HtbClassSpec& spec = classes[i];
        Node& node = nodes[i];
        node.uid = spec.uid;
        nodeOfUid[spec.uid] = i;
        node.scheduling.configure(spec.htb, now);
        node.scheduling.index = i;
        node.scheduling.parent = &scheduler.root();
        if (spec.parent && *spec.parent < i) {
            node.parent = *spec.parent;
            Node& parent = nodes[node.parent];
            node.scheduling.parent = &parent.scheduling;
            parent.scheduling.leaf = false;
        }
    }
    for (std::uint32_t i = 0; i < classes.size(); ++i) { // parents precede children; only now is it known who is a leaf
        HtbClass& c = nodes[i].scheduling;
        if (c.leaf) {
            nodes[i].type = leafType(types, classes[i].htb.queueType);
        } else {
            c.level = static_cast<std::uint8_t>(std::max(1, c.parent->level - 1));
        }
    }
}

// The row is still there: totals go on, buckets keep their level, a like queue keeps its packets.
void Htb::Impl::adopt(Node& fresh, Node& before) {
    fresh.scheduling.bytes = before.scheduling.bytes;
    fresh.scheduling.packets = before.scheduling.packets;
    if (sameRates(fresh.scheduling.config, before.scheduling.config)) {
        fresh.scheduling.resume(before.scheduling);
    }
    if (fresh.scheduling.leaf && before.queue != nullptr && sameDiscipline(fresh.type, before.type)) {
        fresh.queue = std::move(before.queue);
    }
}

void Htb::Impl::indexMarks(std::span<const HtbClassSpec> classes) {
    leafOfMark.clear();
    otherLeaf = kNone;
    for (std::uint32_t i = 0; i < classes.size(); ++i) {
        if (nodes[i].scheduling.leaf && classes[i].packetMarks.empty()) {
            otherLeaf = i;
            break;
        }
    }
    for (std::uint32_t i = 0; i < classes.size(); ++i) {
        for (const MarkId mark : classes[i].packetMarks) {
            if (mark >= leafOfMark.size()) {
                leafOfMark.resize(mark + 1u, otherLeaf);
            }
            if (nodes[i].scheduling.leaf && i < leafOfMark[mark]) {
                leafOfMark[mark] = i;
            }
        }
    }
}

Htb::Htb(PacketPool& pool, QueueOctets octets)
    : impl_(std::make_unique<Impl>(pool, octets)) {}

Htb::~Htb() = default;

void Htb::configure(std::span<const HtbClassSpec> classes, std::span<const QueueTypeConfig> types, core::base::Nanos now) {
    Impl& d = *impl_;
    std::vector<Node> before = std::move(d.nodes);
    const std::unordered_map<std::uint32_t, std::uint32_t> beforeOfUid = d.nodeOfUid;
    d.build(classes, types, now);

    std::vector<std::uint32_t> heir(before.size(), kNone); // new position of an old row
    for (std::uint32_t i = 0; i < d.nodes.size(); ++i) {
        if (const auto old = beforeOfUid.find(d.nodes[i].uid); old != beforeOfUid.end() && heir[old->second] == kNone) {
            heir[old->second] = i;
        }
    }
    // Totals of rows that stay, as they were shown: what their queues and the queues below them had lost.
    std::vector<Losses> shown(before.size());
    for (std::size_t i = before.size(); i-- > 0;) {
        Node& node = before[i];
        if (node.queue != nullptr &&
            (heir[i] == kNone || !d.nodes[heir[i]].scheduling.leaf || !sameDiscipline(d.nodes[heir[i]].type, node.type))) {
            node.queue->clear();
            d.droppedRetired += node.queue->dropped();
        }
        for (std::uint32_t up = static_cast<std::uint32_t>(i); node.queue != nullptr && up != kNone; up = before[up].parent) {
            shown[up].add(*node.queue);
        }
    }
    for (std::size_t i = 0; i < before.size(); ++i) {
        if (heir[i] != kNone) {
            d.adopt(d.nodes[heir[i]], before[i]);
        }
    }
    d.queued = 0;
    for (Node& node : d.nodes) {
        if (node.scheduling.leaf && node.queue == nullptr) {
            node.queue = makeQueue(node.type, d.pool, d.octets, node.uid * 0x9e3779b9u);
        }
        if (node.queue != nullptr && node.queue->packets() > 0) {
            d.queued += node.queue->packets();
            d.settle(node, now);
        }
    }
    for (std::size_t i = 0; i < before.size(); ++i) {
        if (heir[i] != kNone) {
            Losses& losses = d.nodes[heir[i]].lossesBefore;
            losses = before[i].lossesBefore;
            losses += shown[i];
            losses -= d.liveLosses(heir[i]);
        }
    }
    d.indexMarks(classes);
}

std::optional<std::uint32_t> Htb::leafOf(MarkId mark) const {
    const std::uint32_t leaf = mark < impl_->leafOfMark.size() ? impl_->leafOfMark[mark] : impl_->otherLeaf;
    return leaf == kNone ? std::nullopt : std::optional(leaf);
}

Admission Htb::admit(std::uint32_t leaf, PacketBuf* packet, core::base::Nanos now, Passing passing) {
    Node& node = impl_->nodes[leaf];
    if (passing == Passing::Allowed && node.queue->letsPass() &&
        impl_->scheduler.pass(node.scheduling, octetsOf(*packet, impl_->octets), now)) {
        return Admission::Passed;
    }
    return enqueue(leaf, packet, now) ? Admission::Queued : Admission::Dropped;
}

bool Htb::enqueue(std::uint32_t leaf, PacketBuf* packet, core::base::Nanos now) {
    Node& node = impl_->nodes[leaf];
    const std::size_t before = node.queue->packets();
    const bool kept = node.queue->enqueue(packet, now);
    impl_->queued += node.queue->packets() - before; // fq-codel may have lost others: the difference may be negative, modulo 2^64
    if (!node.scheduling.backlogged && node.queue->packets() > 0) {
        impl_->settle(node, now);
    }
    return kept;
}

std::size_t Htb::dequeue(core::base::Nanos now, Batch& out, std::size_t budget) {
    Impl& d = *impl_;
    std::size_t taken = 0;
    d.unpark(now);
    while (d.queued > 0 && taken < budget && !out.full()) {
        HtbClass* leaf = d.scheduler.next(now);
        if (leaf == nullptr) {
            break;
        }
        Node& node = d.nodes[leaf->index];
        const std::size_t before = node.queue->packets();
        PacketBuf* packet = node.queue->dequeue(now);
        d.queued -= before - node.queue->packets();
        if (packet != nullptr) {
            const std::uint32_t octets = octetsOf(*packet, d.octets);
            d.scheduler.charge(*leaf, octets, now);
            out.push(packet);
            ++taken;
        }
        if (packet == nullptr || node.queue->packets() == 0) {
            d.settle(node, now);
        }
    }
    return taken;
}

core::base::Nanos Htb::nextEvent(core::base::Nanos now) {
    if (impl_->queued == 0) {
        return kNever;
    }
    impl_->unpark(now);
    return std::min(impl_->scheduler.nextEvent(now), impl_->unparkAt);
}

std::size_t Htb::queuedPackets() const {
    return impl_->queued;
}

std::uint64_t Htb::queuedBytes() const {
    std::uint64_t sum = 0;
    for (const Node& node : impl_->nodes) {
        sum += node.queue != nullptr ? node.queue->bytes() : 0;
    }
    return sum;
}

bool Htb::empty() const {
    return impl_->nodes.empty();
}

std::optional<QueueCounters> Htb::counters(std::uint32_t uid) const {
    const auto found = impl_->nodeOfUid.find(uid);
    return found == impl_->nodeOfUid.end() ? std::nullopt : std::optional(impl_->counters(found->second));
}

std::uint64_t Htb::dropped() const {
    std::uint64_t sum = impl_->droppedRetired;
    for (const Node& node : impl_->nodes) {
        sum += node.queue != nullptr ? node.queue->dropped() : 0;
    }
    return sum;
}

} // namespace agent::dataplane
