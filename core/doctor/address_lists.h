// /ip/firewall/address-list made fit for asking: an export may have tens of thousands of entries.
#pragma once

#include "core/doctor/config_view.h"
#include "core/doctor/match.h"

#include <cstdint>
#include <map>
#include <optional>

namespace core::doctor {

// A first and last IPv4 address.
struct AddressRange {
    std::uint32_t first = 0, last = 0;
};

class AddressLists {
public:
    explicit AddressLists(const ConfigView& view);

    // How much of the range is in the list; absent range: any address. A list without entries in the configuration, or with host names,
    // is filled by rules or by DNS and may hold any part.
    [[nodiscard]] Match holds(std::string_view list, const std::optional<AddressRange>& range) const;

private:
    struct List {
        std::vector<AddressRange> ranges; // ascending, apart from each other
        bool names = false;
    };
    std::map<std::string, List, std::less<>> lists_;
};

} // namespace core::doctor
