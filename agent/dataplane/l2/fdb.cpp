#include "agent/dataplane/l2/fdb.h"

#include <bit>

namespace agent::dataplane {

Fdb::Fdb(std::size_t capacity)
    : slots_(std::bit_ceil(capacity * 2))
    , capacity_(capacity)
    , mask_(slots_.size() - 1) {
    shift_ = 64u - static_cast<unsigned>(std::countr_zero(slots_.size()));
}

bool Fdb::learnAnew(MacKey mac, std::uint16_t vid, IfIndex port, core::base::Nanos now, bool external) {
    if ((mac & kGroupBit) != 0 || mac == 0) {
        return true;
    }
    auto* host = const_cast<Host*>(find(mac, vid)); // the table is ours
    if (host == nullptr) {
        host = insert(keyOf(mac, vid));
        if (host == nullptr) {
            return false;
        }
    } else if (host->fixed) {
        return true;
    } else if (host->port == port) {
        host->lastSeen = now;
        host->external = external;
        return true;
    }
    host->port = port;
    host->lastSeen = now;
    host->external = external;
    ++epoch_;
    return false;
}

void Fdb::addFixed(MacKey mac, std::uint16_t vid, IfIndex port, bool local) {
    auto* host = const_cast<Host*>(find(mac, vid));
    if (host == nullptr) {
        host = insert(keyOf(mac, vid));
    }
    if (host != nullptr) {
        host->port = port;
        host->local = local;
        host->fixed = true;
        host->external = false;
        ++epoch_;
    }
}

void Fdb::age(core::base::Nanos now, core::base::Nanos ageingTime) {
    removeIf([&](const Host& host) { return !host.fixed && now - host.lastSeen >= ageingTime; });
}

void Fdb::removeFixed() {
    removeIf([](const Host& host) { return host.fixed; });
}

Fdb::Host* Fdb::insert(std::uint64_t key) {
    if (size_ >= capacity_) {
        return nullptr;
    }
    std::size_t slot = slotOf(key);
    while (slots_[slot].key != 0) {
        slot = (slot + 1) & mask_;
    }
    ++size_;
    slots_[slot] = Host{};
    slots_[slot].key = key;
    return &slots_[slot];
}

// Closes the gap so that probing never needs tombstones: every follower that may move towards its home slot does.
void Fdb::removeSlot(std::size_t slot) {
    std::size_t gap = slot;
    for (std::size_t next = (gap + 1) & mask_; slots_[next].key != 0; next = (next + 1) & mask_) {
        const std::size_t home = slotOf(slots_[next].key);
        if (((next - home) & mask_) >= ((next - gap) & mask_)) {
            slots_[gap] = slots_[next];
            gap = next;
        }
    }
    slots_[gap] = Host{};
    --size_;
    ++epoch_;
}

} // namespace agent::dataplane
