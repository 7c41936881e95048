#include "agent/dataplane/classifier/address_list.h"

#include "core/base/seeds.h"

#include <algorithm>
#include <bit>

namespace agent::dataplane {

AddressList::AddressList() : seed_(core::base::freshSeed() | 1) {}

void AddressList::setRanges(std::vector<Ipv4Range> ranges) {
    std::sort(ranges.begin(), ranges.end());
    firsts_.clear();
    lasts_.clear();
    for (const Ipv4Range& r : ranges) {
        if (r.last < r.first) {
            continue;
        }
        if (!lasts_.empty() && (lasts_.back() == 0xffffffff || r.first <= lasts_.back() + 1)) {
            lasts_.back() = std::max(lasts_.back(), r.last);
        } else {
            firsts_.push_back(r.first);
            lasts_.push_back(r.last);
        }
    }
}

void AddressList::takeDynamic(AddressList& other) {
    table_.swap(other.table_);
    std::swap(used_, other.used_);
    std::swap(nextSearch_, other.nextSearch_);
    std::swap(seed_, other.seed_); // the table is hashed by it
}

bool AddressList::inRanges(std::uint32_t address) const {
    const auto after = std::upper_bound(firsts_.begin(), firsts_.end(), address);
    return after != firsts_.begin() && address <= lasts_[static_cast<std::size_t>(after - firsts_.begin()) - 1];
}

std::size_t AddressList::slotOf(std::uint32_t address) const {
    const std::size_t mask = table_.size() - 1;
    std::size_t i = static_cast<std::size_t>((address + 1ull) * seed_ >> 40) & mask;
    while (table_[i].until != kFree && (table_[i].until == kRemoved || table_[i].address != address)) {
        i = (i + 1) & mask;
    }
    return i;
}

bool AddressList::contains(std::uint32_t address, core::base::Nanos now) const {
    if (inRanges(address)) {
        return true;
    }
    return used_ != 0 && table_[slotOf(address)].until > now;
}

bool AddressList::add(std::uint32_t address, core::base::Nanos timeout, core::base::Nanos now) {
    if (inRanges(address)) {
        return true;
    }
    if (table_.empty() && !rebuild(now)) {
        return false;
    }
    std::size_t slot = slotOf(address);
    if (table_[slot].until == kFree) {
        if (2 * (used_ + 1) > table_.size()) {
            if (!rebuild(now)) {
                return false;
            }
            slot = slotOf(address);
        }
        ++used_;
    }
    table_[slot] = {address, timeout == 0 ? kForever : now + timeout};
    return true;
}

bool AddressList::remove(std::uint32_t address) {
    if (used_ == 0) {
        return false;
    }
    Entry& e = table_[slotOf(address)];
    if (e.until == kFree) {
        return false;
    }
    e.until = kRemoved; // keeps later entries of its run reachable
    return true;
}

// Drops what expired or was removed and leaves room for as many again. A list at its full size is searched for expired entries at most
// once a second: whoever fills it must not buy a search per packet.
bool AddressList::rebuild(core::base::Nanos now) {
    if (table_.size() == 2 * kMaxDynamic && now < nextSearch_) {
        return false;
    }
    nextSearch_ = now + core::base::kSecond;
    std::vector<Entry> live;
    std::copy_if(table_.begin(), table_.end(), std::back_inserter(live), [now](const Entry& e) { return e.until > 0 && e.until > now; });
    if (live.size() >= kMaxDynamic) {
        return false;
    }
    table_.assign(std::clamp<std::size_t>(std::bit_ceil(4 * live.size()), 64, 2 * kMaxDynamic), Entry{});
    used_ = live.size();
    for (const Entry& e : live) {
        table_[slotOf(e.address)] = e;
    }
    return true;
}

} // namespace agent::dataplane
