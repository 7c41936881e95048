#include "agent/dataplane/queueing/egress_queue.h"

#include <algorithm>
#include <limits>

namespace agent::dataplane {

namespace {
constexpr std::uint64_t kDirectLimit = 50; // packets, of RouterOS' HTB
} // namespace

EgressQueue::EgressQueue(PacketPool& pool, std::uint32_t seed)
    : pool_(pool)
    , seed_(seed)
    , tree_(pool, QueueOctets::Frame)
    , direct_(pool, QueueOctets::Frame, kDirectLimit, std::numeric_limits<std::uint64_t>::max()) {}

void EgressQueue::configure(std::span<const HtbClassSpec> classes, std::span<const QueueTypeConfig> types, const QueueTypeConfig& type,
                            core::base::Nanos now) {
    tree_.configure(classes, types, now);
    const bool wantsPlain = classes.empty() && type.kind != QueueKind::None;
    if (plain_ != nullptr && !(wantsPlain && sameDiscipline(plainType_, type))) {
        plain_->clear();
        droppedBefore_ += plain_->dropped();
        plain_.reset();
    }
    if (classes.empty()) {
        direct_.clear();
    }
    if (wantsPlain && plain_ == nullptr) {
        plain_ = makeQueue(type, pool_, QueueOctets::Frame, seed_);
        plainType_ = type;
    }
}

void EgressQueue::countOut(const PacketBuf& packet) {
    ++packets_;
    bytes_ += packet.length;
}

Admission EgressQueue::enqueue(PacketBuf* packet, core::base::Nanos now, bool ringHasRoom, Passing passing) {
    if (hasTree()) {
        if (const auto leaf = tree_.leafOf(packet->packetMark)) {
            const Admission admission = tree_.admit(*leaf, packet, now, ringHasRoom && direct_.packets() == 0 ? passing : Passing::No);
            if (admission == Admission::Passed) {
                countOut(*packet);
            }
            return admission;
        }
    }
    if (ringHasRoom && line().letsPass()) {
        countOut(*packet);
        return Admission::Direct;
    }
    return line().enqueue(packet, now) ? Admission::Queued : Admission::Dropped;
}

std::size_t EgressQueue::dequeue(core::base::Nanos now, Batch& out, std::size_t budget) {
    std::size_t taken = 0;
    while (line().packets() > 0 && taken < budget && !out.full()) {
        PacketBuf* packet = line().dequeue(now);
        if (packet == nullptr) {
            break;
        }
        out.push(packet);
        ++taken;
    }
    if (hasTree()) {
        taken += tree_.dequeue(now, out, budget - taken);
    }
    for (std::size_t i = out.count - taken; i < out.count; ++i) {
        countOut(*out.packets[i]);
    }
    return taken;
}

core::base::Nanos EgressQueue::nextEvent(core::base::Nanos now) {
    return line().packets() > 0 ? std::min(line().nextEvent(now), tree_.nextEvent(now)) : tree_.nextEvent(now);
}

std::size_t EgressQueue::queuedPackets() const {
    return tree_.queuedPackets() + direct_.packets() + (plain_ != nullptr ? plain_->packets() : 0);
}

QueueCounters EgressQueue::counters() const {
    QueueCounters sum{bytes_, packets_, droppedBefore_ + direct_.dropped() + tree_.dropped(), direct_.bytes() + tree_.queuedBytes(),
                      queuedPackets(), 0};
    if (plain_ != nullptr) {
        sum.dropped += plain_->dropped();
        sum.queuedBytes += plain_->bytes();
        sum.marked = plain_->marked();
    }
    return sum;
}

} // namespace agent::dataplane
