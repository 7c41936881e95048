#include "agent/dataplane/queueing/global_queues.h"

#include "agent/dataplane/queueing/simple_classes.h"
#include "agent/dataplane/queueing/tree_rows.h"

#include <algorithm>

namespace agent::dataplane {

namespace {
constexpr std::uint32_t kNoSimple = 0xffffffff; // PacketBuf::queueLeaf: otherwise slot * 2, plus 1 for download
constexpr std::uint32_t kNoLeaf = SimpleClasses::kNone;
} // namespace

GlobalQueues::GlobalQueues(PacketPool& pool)
    : tree_(pool, QueueOctets::Layer3)
    , upload_(pool, QueueOctets::Layer3)
    , download_(pool, QueueOctets::Layer3)
    , total_(pool, QueueOctets::Layer3) {}

void GlobalQueues::configure(const QueueConfig& config, core::base::Nanos now) {
    const SimpleClasses upload = simpleClasses(config.simple, SimpleDirection::Upload);
    const SimpleClasses download = simpleClasses(config.simple, SimpleDirection::Download);
    const SimpleClasses total = simpleClasses(config.simple, SimpleDirection::Total);
    tree_.configure(treeRows(config, std::nullopt), config.types, now);
    upload_.configure(upload.specs, config.types, now);
    download_.configure(download.specs, config.types, now);
    total_.configure(total.specs, config.types, now);
    hasTree_ = !tree_.empty();
    hasSimple_ = !config.simple.empty();
    hasTotal_ = !total_.empty();
    index_.build(config.simple);
    assignSlots(config.simple);
    for (std::size_t row = 0; row < config.simple.size(); ++row) {
        leavesOfSlot_[slotOfRow_[row]] = {upload.leafOfRow[row], download.leafOfRow[row], total.leafOfRow[row]};
    }
}

void GlobalQueues::assignSlots(const std::vector<SimpleQueueConfig>& rows) {
    std::unordered_map<std::uint32_t, std::uint32_t> known;
    auto fresh = static_cast<std::uint32_t>(leavesOfSlot_.size());
    slotOfRow_.clear();
    for (const SimpleQueueConfig& row : rows) {
        const auto before = slotOfUid_.find(row.uid);
        slotOfRow_.push_back(before != slotOfUid_.end() && !known.contains(row.uid) ? before->second : fresh++);
        known.emplace(row.uid, slotOfRow_.back());
    }
    slotOfUid_ = std::move(known);
    leavesOfSlot_.assign(fresh, {kNoLeaf, kNoLeaf, kNoLeaf});
}

Admission GlobalQueues::offerSimple(PacketBuf* packet, core::base::Nanos now, Passing passing) {
    if (packet->queueLeaf == kNoSimple) {
        return Admission::Direct;
    }
    const bool up = packet->queueLeaf % 2 == 0;
    const Leaves& leaves = leavesOfSlot_[packet->queueLeaf / 2];
    const std::uint32_t leaf = up ? leaves.upload : leaves.download;
    if (leaf == kNoLeaf) {
        return Admission::Direct;
    }
    const Admission admission = (up ? upload_ : download_).admit(leaf, packet, now, passing);
    return admission == Admission::Passed && hasTotal_ ? offerTotal(packet, now, passing) : admission;
}

Admission GlobalQueues::offerTotal(PacketBuf* packet, core::base::Nanos now, Passing passing) {
    const std::uint32_t leaf = leavesOfSlot_[packet->queueLeaf / 2].total;
    return leaf == kNoLeaf ? Admission::Passed : total_.admit(leaf, packet, now, passing);
}

Admission GlobalQueues::enqueue(PacketBuf* packet, core::base::Nanos now, std::uint32_t sourceBeforeNat, Passing passing) {
    looked_ = 0;
    packet->queueLeaf = kNoSimple;
    if (hasSimple_) {
        const SimpleIndex::Choice choice = index_.choose(*packet, sourceBeforeNat);
        looked_ = choice.looked;
        if (choice.row != SimpleIndex::kNoRow) {
            packet->queueLeaf = slotOfRow_[choice.row] * 2 + (choice.download ? 1 : 0);
        }
    }
    if (hasTree_) {
        if (const auto leaf = tree_.leafOf(packet->packetMark)) {
            const Admission admission = tree_.admit(*leaf, packet, now, passing);
            if (admission != Admission::Passed) {
                return admission;
            }
            const Admission further = offerSimple(packet, now, passing);
            return further == Admission::Direct ? Admission::Passed : further;
        }
    }
    return offerSimple(packet, now, passing);
}

// What the direction lets through goes on at once, or waits again for the queue of both.
std::size_t GlobalQueues::dequeueDirection(Htb& direction, core::base::Nanos now, Batch& out, std::size_t budget) {
    if (!hasTotal_) {
        return direction.dequeue(now, out, budget);
    }
    std::size_t taken = 0;
    Batch passed;
    while (taken < budget && !out.full()) {
        passed.clear();
        if (direction.dequeue(now, passed, std::min(budget - taken, kBatchSize - out.count)) == 0) {
            break;
        }
        for (PacketBuf* packet : passed) {
            if (offerTotal(packet, now, Passing::Allowed) == Admission::Passed) {
                out.push(packet);
                ++taken;
            }
        }
    }
    return taken;
}

std::size_t GlobalQueues::dequeue(core::base::Nanos now, Batch& out, std::size_t budget) {
    std::size_t taken = total_.dequeue(now, out, budget); // whoever waits there came first
    // What the tree lets through either goes on or waits again for its simple queue.
    Batch passed;
    while (taken < budget && !out.full()) {
        passed.clear();
        if (tree_.dequeue(now, passed, std::min(budget - taken, kBatchSize - out.count)) == 0) {
            break;
        }
        for (PacketBuf* packet : passed) {
            if (offerSimple(packet, now, Passing::No) == Admission::Direct) {
                out.push(packet);
                ++taken;
            }
        }
    }
    taken += dequeueDirection(upload_, now, out, budget - taken);
    taken += dequeueDirection(download_, now, out, budget - taken);
    return taken;
}

core::base::Nanos GlobalQueues::nextEvent(core::base::Nanos now) {
    return std::min({tree_.nextEvent(now), upload_.nextEvent(now), download_.nextEvent(now), total_.nextEvent(now)});
}

std::size_t GlobalQueues::queuedPackets() const {
    return tree_.queuedPackets() + upload_.queuedPackets() + download_.queuedPackets() + total_.queuedPackets();
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
std::optional<QueueCounters> GlobalQueues::totalCounters(std::uint32_t uid) const {
    return total_.counters(uid);
}

} // namespace agent::dataplane
