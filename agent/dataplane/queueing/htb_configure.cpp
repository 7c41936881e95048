// Htb: from the configured list to classes, and what rows that stay take along.
#include "agent/dataplane/queueing/htb_impl.h"

#include <algorithm>

namespace agent::dataplane {

namespace {

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

void Htb::Impl::build(std::span<const HtbClassSpec> classes, std::span<const QueueTypeConfig> types, core::base::Nanos now) {
    nodes = std::vector<HtbNode>(classes.size());
    nodeOfUid.clear();
    scheduler.reset(classes.size());
    parked.clear();
    parked.reserve(classes.size() + 1);
    unparkAt = kNever;
    for (std::uint32_t i = 0; i < classes.size(); ++i) {
        const HtbClassSpec& spec = classes[i];
        HtbNode& node = nodes[i];
        node.uid = spec.uid;
        nodeOfUid[spec.uid] = i;
        node.scheduling.configure(spec.htb, now);
        node.scheduling.index = i;
        node.scheduling.parent = &scheduler.root();
        if (spec.parent && *spec.parent < i) {
            node.parent = *spec.parent;
            HtbNode& parent = nodes[node.parent];
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
void Htb::Impl::adopt(HtbNode& fresh, HtbNode& before) {
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
    otherLeaf = kNoHtbNode;
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

void Htb::configure(std::span<const HtbClassSpec> classes, std::span<const QueueTypeConfig> types, core::base::Nanos now) {
    Impl& d = *impl_;
    std::vector<HtbNode> before = std::move(d.nodes);
    const std::unordered_map<std::uint32_t, std::uint32_t> beforeOfUid = d.nodeOfUid;
    d.build(classes, types, now);

    std::vector<std::uint32_t> heir(before.size(), kNoHtbNode); // new position of an old row
    for (std::uint32_t i = 0; i < d.nodes.size(); ++i) {
        if (const auto old = beforeOfUid.find(d.nodes[i].uid); old != beforeOfUid.end() && heir[old->second] == kNoHtbNode) {
            heir[old->second] = i;
        }
    }
    // Totals of rows that stay, as they were shown: what their queues and the queues below them had lost.
    std::vector<Losses> shown(before.size());
    for (std::size_t i = before.size(); i-- > 0;) {
        HtbNode& node = before[i];
        if (node.queue != nullptr &&
            (heir[i] == kNoHtbNode || !d.nodes[heir[i]].scheduling.leaf || !sameDiscipline(d.nodes[heir[i]].type, node.type))) {
            node.queue->clear();
            d.droppedRetired += node.queue->dropped();
        }
        for (std::uint32_t up = static_cast<std::uint32_t>(i); node.queue != nullptr && up != kNoHtbNode; up = before[up].parent) {
            shown[up].add(*node.queue);
        }
    }
    for (std::size_t i = 0; i < before.size(); ++i) {
        if (heir[i] != kNoHtbNode) {
            d.adopt(d.nodes[heir[i]], before[i]);
        }
    }
    d.queued = 0;
    for (HtbNode& node : d.nodes) {
        if (node.scheduling.leaf && node.queue == nullptr) {
            node.queue = makeQueue(node.type, d.pool, d.octets, node.uid * 0x9e3779b9u);
        }
        if (node.queue != nullptr && node.queue->packets() > 0) {
            d.queued += node.queue->packets();
            d.settle(node, now);
        }
    }
    for (std::size_t i = 0; i < before.size(); ++i) {
        if (heir[i] != kNoHtbNode) {
            Losses& losses = d.nodes[heir[i]].lossesBefore;
            losses = before[i].lossesBefore;
            losses += shown[i];
            losses -= d.liveLosses(heir[i]);
        }
    }
    d.indexMarks(classes);
}

} // namespace agent::dataplane
