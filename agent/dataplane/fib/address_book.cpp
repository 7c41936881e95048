#include "agent/dataplane/fib/address_book.h"

#include "core/base/seeds.h"

#include <algorithm>

namespace agent::dataplane {

AddressBook::AddressBook()
    : entries_(1)
    , slots_(1024, 0)
    , parts_{Ipv6Address{}}
    , seed_(core::base::freshSeed() | 1u) {}

std::size_t AddressBook::slotOf(const Ipv6Address& a) const {
    std::uint64_t x = (a.high ^ seed_) * 0x9e3779b97f4a7c15ull;
    x = (x ^ x >> 32 ^ a.low) * 0xd6e8feb86659fd93ull;
    return static_cast<std::size_t>(x ^ x >> 32) & (slots_.size() - 1);
}

std::uint32_t AddressBook::find(const Ipv6Address& a) const {
    for (std::size_t slot = slotOf(a);; slot = (slot + 1) & (slots_.size() - 1)) {
        const std::uint32_t id = slots_[slot];
        if (id == 0 || entries_[id].address == a) {
            return id;
        }
    }
}

std::uint32_t AddressBook::idOf(const Ipv6Address& a) {
    if (const std::uint32_t known = find(a); known != 0) {
        return known;
    }
    std::uint32_t id = 0;
    if (!free_.empty()) {
        id = free_.back();
        free_.pop_back();
    } else if (entries_.size() <= kMost) {
        id = static_cast<std::uint32_t>(entries_.size());
        entries_.emplace_back();
    } else {
        return 0;
    }
    entries_[id] = {a, partOf(a), true};
    if (2 * size() > slots_.size()) {
        rebuild(2 * slots_.size());
        return id;
    }
    std::size_t slot = slotOf(a);
    while (slots_[slot] != 0) {
        slot = (slot + 1) & (slots_.size() - 1);
    }
    slots_[slot] = id;
    return id;
}

void AddressBook::rebuild(std::size_t count) {
    slots_.assign(count, 0);
    for (std::uint32_t id = 1; id < entries_.size(); ++id) {
        if (!entries_[id].used) {
            continue;
        }
        std::size_t slot = slotOf(entries_[id].address);
        while (slots_[slot] != 0) {
            slot = (slot + 1) & (slots_.size() - 1);
        }
        slots_[slot] = id;
    }
}

std::uint32_t AddressBook::partOf(const Ipv6Address& a) const {
    return static_cast<std::uint32_t>(std::upper_bound(parts_.begin(), parts_.end(), a) - parts_.begin() - 1);
}

void AddressBook::setParts(std::span<const Ipv6Address> parts) {
    parts_.assign(parts.begin(), parts.end());
    for (Entry& entry : entries_) {
        entry.part = partOf(entry.address);
    }
}

} // namespace agent::dataplane
