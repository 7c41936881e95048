#include "agent/dataplane/queueing/htb.h"

#include "agent/dataplane/queueing/htb_impl.h"

#include <algorithm>

namespace agent::dataplane {

bool Htb::Impl::isBelow(std::uint32_t node, std::uint32_t ancestor) const {
    while (node != kNoHtbNode && node != ancestor) {
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

void Htb::Impl::settle(HtbNode& node, core::base::Nanos now) {
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
        HtbNode& node = nodes[parked[i]];
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

Htb::Htb(PacketPool& pool, QueueOctets octets)
    : impl_(std::make_unique<Impl>(pool, octets)) {}

Htb::~Htb() = default;

std::optional<std::uint32_t> Htb::leafOf(MarkId mark) const {
    const std::uint32_t leaf = mark < impl_->leafOfMark.size() ? impl_->leafOfMark[mark] : impl_->otherLeaf;
    return leaf == kNoHtbNode ? std::nullopt : std::optional(leaf);
}

Admission Htb::admit(std::uint32_t leaf, PacketBuf* packet, core::base::Nanos now, Passing passing) {
    HtbNode& node = impl_->nodes[leaf];
    if (passing == Passing::Allowed && node.queue->letsPass() &&
        impl_->scheduler.pass(node.scheduling, octetsOf(*packet, impl_->octets), now)) {
        return Admission::Passed;
    }
    return enqueue(leaf, packet, now) ? Admission::Queued : Admission::Dropped;
}

bool Htb::enqueue(std::uint32_t leaf, PacketBuf* packet, core::base::Nanos now) {
    HtbNode& node = impl_->nodes[leaf];
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
        HtbNode& node = d.nodes[leaf->index];
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
    for (const HtbNode& node : impl_->nodes) {
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
    for (const HtbNode& node : impl_->nodes) {
        sum += node.queue != nullptr ? node.queue->dropped() : 0;
    }
    return sum;
}

} // namespace agent::dataplane
