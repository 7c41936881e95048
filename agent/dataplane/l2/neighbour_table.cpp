#include "agent/dataplane/l2/neighbour_table.h"

#include <bit>

namespace agent::dataplane {

using core::base::Nanos;

NeighbourTable::NeighbourTable(std::size_t capacity)
    : entries_(capacity)
    , slots_(std::bit_ceil(capacity * 2), kNone)
    , mask_(slots_.size() - 1) {
    free_.reserve(capacity);
}

NeighbourTable::Index NeighbourTable::create(IfIndex interface, std::uint32_t address, Nanos now) {
    Index index = kNone;
    if (!free_.empty()) {
        index = free_.back();
        free_.pop_back();
    } else if (used_ < entries_.size()) {
        index = static_cast<Index>(used_++);
    } else {
        return kNone;
    }
    entries_[index] = Neighbour{};
    entries_[index].address = address;
    entries_[index].interface = interface;
    entries_[index].usedAt = now;
    entries_[index].requestAt = now;
    std::size_t slot = slotOf(interface, address);
    while (slots_[slot] != kNone) {
        slot = (slot + 1) & (slots_.size() - 1);
    }
    slots_[slot] = index;
    return index;
}

PacketBuf* NeighbourTable::hold(Index index, PacketBuf* packet) {
    Neighbour& n = entries_[index];
    PacketBuf* displaced = nullptr;
    if (n.heldCount == n.held.size()) {
        displaced = n.held[0];
        n.held[0] = n.held[1];
        n.held[1] = n.held[2];
        --n.heldCount;
    }
    n.held[n.heldCount++] = packet;
    return displaced;
}

bool NeighbourTable::confirm(Index index, MacKey mac, Nanos now) {
    Neighbour& n = entries_[index];
    if (n.permanent) {
        return false;
    }
    const bool changed = n.mac != mac;
    n.mac = mac;
    n.confirmedAt = now;
    n.requests = 0;
    n.requestAt = 0;
    return changed;
}

std::size_t NeighbourTable::takeHeld(Index index, std::array<PacketBuf*, 3>& out) {
    Neighbour& n = entries_[index];
    const std::size_t count = n.heldCount;
    out = n.held;
    n.heldCount = 0;
    return count;
}

// Incomplete: ask once a second, three times, then give up. Resolved: while in use, poll once older than the timeout and forget
// after three unanswered polls; out of use, forget when twice as old as the timeout (nobody needs to know it is still there).
NeighbourTable::Step NeighbourTable::stepOf(const Neighbour& n, Nanos now, Nanos arpTimeout) {
    if (n.permanent) {
        return Step::Nothing;
    }
    if (n.resolved()) {
        const Nanos age = now - n.confirmedAt;
        if (age < arpTimeout) {
            return Step::Nothing;
        }
        if (now - n.usedAt >= arpTimeout) {
            return age >= 2 * arpTimeout ? Step::Forget : Step::Nothing;
        }
    }
    if (now < n.requestAt) {
        return Step::Nothing;
    }
    return n.requests < kMaxRequests ? Step::Ask : Step::Forget;
}

void NeighbourTable::remove(Index index) {
    const std::size_t mask = slots_.size() - 1;
    std::size_t gap = slotOf(entries_[index].interface, entries_[index].address);
    while (slots_[gap] != index) {
        gap = (gap + 1) & mask;
    }
    for (std::size_t next = (gap + 1) & mask; slots_[next] != kNone; next = (next + 1) & mask) {
        const Neighbour& n = entries_[slots_[next]];
        const std::size_t home = slotOf(n.interface, n.address);
        if (((next - home) & mask) >= ((next - gap) & mask)) {
            slots_[gap] = slots_[next];
            gap = next;
        }
    }
    slots_[gap] = kNone;
    entries_[index] = Neighbour{};
    free_.push_back(index);
    ++generation_;
}

} // namespace agent::dataplane
