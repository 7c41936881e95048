// One /ip/firewall/address-list: static ranges (sorted, merged, binary search) and dynamic single addresses with timeouts (hash).
// One thread; contains() does not allocate, add() only when the dynamic part doubles.
#pragma once

#include "agent/dataplane/config/addresses.h"
#include "core/base/units.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace agent::dataplane {

class AddressList {
public:
    // Most dynamic entries a list takes; further ones are refused. Ours: RouterOS is bounded by memory alone.
    static constexpr std::size_t kMaxDynamic = 65536;

    AddressList();
    void setRanges(std::vector<Ipv4Range> ranges);

    // Exchanges the dynamic parts of two lists.
    void takeDynamic(AddressList& other);

    [[nodiscard]] bool contains(std::uint32_t address, core::base::Nanos now) const;

    // Adds a dynamic entry, or gives an existing one the new timeout; timeout 0 stays. An address a static range holds already is
    // left to it. False when the list is full.
    bool add(std::uint32_t address, core::base::Nanos timeout, core::base::Nanos now);
    bool remove(std::uint32_t address);
    // visit(address, timeoutLeft) for every live dynamic entry, in no order; timeoutLeft 0: stays.
    template <class Visit> void forEachDynamic(core::base::Nanos now, Visit&& visit) const {
        for (const Entry& e : table_) {
            if (e.until > 0 && e.until > now) {
                visit(e.address, e.until == kForever ? core::base::Nanos{0} : e.until - now);
            }
        }
    }

private:
    static constexpr core::base::Nanos kFree = 0, kRemoved = -1, kForever = INT64_MAX; // of Entry::until
    struct Entry {
        std::uint32_t address = 0;
        core::base::Nanos until = kFree;
    };
    [[nodiscard]] bool inRanges(std::uint32_t address) const;
    [[nodiscard]] std::size_t slotOf(std::uint32_t address) const; // of the entry, else where it would go; table_ is not empty
    bool rebuild(core::base::Nanos now);

    std::vector<std::uint32_t> firsts_, lasts_; // sorted, disjoint
    std::vector<Entry> table_;                  // open addressing, power of two, at most half full
    std::size_t used_ = 0;                      // entries that are not kFree
    core::base::Nanos nextSearch_ = 0;          // for expired entries of a full list
    std::uint64_t seed_;                        // odd; senders choose the addresses, so they must not know where they go
};

} // namespace agent::dataplane
