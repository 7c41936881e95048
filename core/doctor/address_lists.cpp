#include "core/doctor/address_lists.h"

#include "core/routeros/config/values.h"

#include <algorithm>

namespace core::doctor {

AddressLists::AddressLists(const ConfigView& view) {
    for (const Line& entry : view.lines("/ip/firewall/address-list")) {
        if (entry.disabled()) {
            continue;
        }
        List& list = lists_[std::string(entry.value("list"))];
        if (const auto interval = core::routeros::config::parseIpv4Interval(entry.value("address"))) {
            list.ranges.push_back({interval->first, interval->last});
        } else {
            list.names = true;
        }
    }
    for (auto& [name, list] : lists_) {
        std::sort(list.ranges.begin(), list.ranges.end(), [](const AddressRange& a, const AddressRange& b) { return a.first < b.first; });
        std::vector<AddressRange> merged;
        for (const AddressRange& range : list.ranges) {
            if (!merged.empty() && (merged.back().last == ~0U || range.first <= merged.back().last + 1)) {
                merged.back().last = std::max(merged.back().last, range.last);
            } else {
                merged.push_back(range);
            }
        }
        list.ranges = std::move(merged);
    }
}

Match AddressLists::holds(std::string_view name, const std::optional<AddressRange>& range) const {
    const auto found = lists_.find(name);
    if (found == lists_.end()) {
        return Match::Part;
    }
    const List& list = found->second;
    const Match otherwise = list.names ? Match::Part : Match::No;
    const AddressRange wanted = range.value_or(AddressRange{0, ~0U});
    const auto after = std::upper_bound(list.ranges.begin(), list.ranges.end(), wanted.last,
                                        [](std::uint32_t last, const AddressRange& entry) { return last < entry.first; });
    if (after == list.ranges.begin()) {
        return otherwise;
    }
    const AddressRange& entry = *std::prev(after); // the last that begins at or before the end of what is asked for
    if (entry.last < wanted.first) {
        return otherwise;
    }
    return entry.first <= wanted.first && entry.last >= wanted.last ? Match::Yes : Match::Part;
}

} // namespace core::doctor
