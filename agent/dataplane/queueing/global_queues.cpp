#include "agent/dataplane/queueing/global_queues.h"

#include "agent/dataplane/queueing/tree_rows.h"

#include <algorithm>

namespace agent::dataplane {

namespace {

constexpr std::uint32_t kNoSimple = 0xffffffff; // PacketBuf::queueLeaf: otherwise slot * 2, plus 1 for download
constexpr std::uint32_t kNoRow = 0xffffffff;

std::vector<HtbClassSpec> simpleClasses(const QueueConfig& queues, HtbClassConfig SimpleQueueConfig::*direction) {
    std::vector<HtbClassSpec> classes;
    for (const SimpleQueueConfig& row : queues.simple) {
        classes.push_back({row.uid, std::nullopt, {}, row.*direction});
    }
    return classes;
}

bool isTarget(const SimpleQueueConfig& row, std::uint32_t address, IfIndex interface) {
    return std::any_of(row.targets.begin(), row.targets.end(), [&](const Ipv4Prefix& target) { return target.contains(address); }) ||
           std::find(row.targetInterfaces.begin(), row.targetInterfaces.end(), interface) != row.targetInterfaces.end();
}

} // namespace

GlobalQueues::GlobalQueues(PacketPool& pool)
    : tree_(pool, QueueOctets::Layer3)
    , upload_(pool, QueueOctets::Layer3)
    , download_(pool, QueueOctets::Layer3) {}

void GlobalQueues::configure(const QueueConfig& config, core::base::Nanos now) {
    tree_.configure(treeRows(config, std::nullopt), config.types, now);
    upload_.configure(simpleClasses(config, &SimpleQueueConfig::upload), config.types, now);
    download_.configure(simpleClasses(config, &SimpleQueueConfig::download), config.types, now);
    assignSlots(config.simple);
}

void GlobalQueues::assignSlots(const std::vector<SimpleQueueConfig>& rows) {
    std::vector<std::uint32_t> slots(rows.size(), kNoRow);
    std::vector<std::uint32_t> rowOfSlot(rowOfSlot_.size(), kNoRow);
    for (std::uint32_t row = 0; row < rows.size(); ++row) {
        for (std::uint32_t before = 0; before < simple_.size() && slots[row] == kNoRow; ++before) {
            if (simple_[before].uid == rows[row].uid) {
                slots[row] = slotOfRow_[before];
            }
        }
        if (slots[row] == kNoRow) {
            slots[row] = static_cast<std::uint32_t>(rowOfSlot.size());
            rowOfSlot.push_back(kNoRow);
        }
        rowOfSlot[slots[row]] = row;
    }
    simple_ = rows;
    slotOfRow_ = std::move(slots);
    rowOfSlot_ = std::move(rowOfSlot);
}

std::uint32_t GlobalQueues::chooseSimple(const PacketBuf& packet, std::uint32_t sourceBeforeNat) {
    looked_ = 0;
    for (std::uint32_t row = 0; row < simple_.size(); ++row) {
        const SimpleQueueConfig& queue = simple_[row];
        ++looked_;
        if (!queue.packetMarks.empty() &&
            std::find(queue.packetMarks.begin(), queue.packetMarks.end(), packet.packetMark) == queue.packetMarks.end()) {
            continue;
        }
        if (isTarget(queue, sourceBeforeNat, packet.inInterface)) {
            return slotOfRow_[row] * 2;
        }
        if (isTarget(queue, packet.dst, packet.outInterface)) {
            return slotOfRow_[row] * 2 + 1;
        }
    }
    return kNoSimple;
}

Admission GlobalQueues::offerSimple(PacketBuf* packet, core::base::Nanos now) {
    const std::uint32_t row = packet->queueLeaf == kNoSimple ? kNoRow : rowOfSlot_[packet->queueLeaf / 2];
    if (row == kNoRow) {
        return Admission::Direct;
    }
    Htb& direction = packet->queueLeaf % 2 == 0 ? upload_ : download_;
    return direction.enqueue(row, packet, now) ? Admission::Queued : Admission::Dropped;
}

Admission GlobalQueues::enqueue(PacketBuf* packet, core::base::Nanos now, std::uint32_t sourceBeforeNat) {
    packet->queueLeaf = chooseSimple(*packet, sourceBeforeNat);
    if (const auto leaf = tree_.leafOf(packet->packetMark)) {
        return tree_.enqueue(*leaf, packet, now) ? Admission::Queued : Admission::Dropped;
    }
    return offerSimple(packet, now);
}

std::size_t GlobalQueues::dequeue(core::base::Nanos now, Batch& out, std::size_t budget) {
    std::size_t taken = 0;
    // What the tree lets through either goes on or waits again for its simple queue.
    Batch passed;
    while (taken < budget && !out.full()) {
        passed.clear();
        if (tree_.dequeue(now, passed, std::min(budget - taken, kBatchSize - out.count)) == 0) {
            break;
        }
        for (PacketBuf* packet : passed) {
            if (offerSimple(packet, now) == Admission::Direct) {
                out.push(packet);
                ++taken;
            }
        }
    }
    taken += upload_.dequeue(now, out, budget - taken);
    taken += download_.dequeue(now, out, budget - taken);
    return taken;
}

core::base::Nanos GlobalQueues::nextEvent(core::base::Nanos now) {
    return std::min({tree_.nextEvent(now), upload_.nextEvent(now), download_.nextEvent(now)});
}

std::size_t GlobalQueues::queuedPackets() const {
    return tree_.queuedPackets() + upload_.queuedPackets() + download_.queuedPackets();
}

std::optional<QueueCounters> GlobalQueues::treeCounters(std::uint32_t uid) const {
    return tree_.counters(uid);
}
std::optional<QueueCounters> GlobalQueues::uploadCounters(std::uint32_t uid) const {
    return upload_.counters(uid);
}
std::optional<QueueCounters> GlobalQueues::downloadCounters(std::uint32_t uid) const {
    return download_.counters(uid);
}

} // namespace agent::dataplane
