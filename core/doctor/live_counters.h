// What a running router counted while it was watched for a moment, as the doctor compares it with what it predicts.
//
// Octets within `elapsed`; absent is not zero: a counter the router does not have, or that was reset. Filled in by who asks the router.
#pragma once

#include "core/base/units.h"
#include "core/routeros/config/item.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace core::doctor {

struct LiveCounters {
    struct Interface {
        std::optional<double> cpuRx, fpRx; // handed to the CPU; of these by fast path or FastTrack
        std::optional<double> tx, fpTx;
    };

    core::base::Nanos elapsed = 0;
    std::map<std::string, Interface, std::less<>> interfaces;
    std::optional<double> fastTrack;                                    // by FastTrack, the whole router
    std::optional<bool> fastTrackActive;                                // /ip/settings ipv4-fasttrack-active
    std::unordered_map<core::routeros::config::ItemId, double> counted; // by queues; a parent's holds its children's

    [[nodiscard]] const Interface* find(std::string_view name) const {
        const auto found = interfaces.find(name);
        return found == interfaces.end() ? nullptr : &found->second;
    }
    [[nodiscard]] double bitsPerSecond(double octets) const { return elapsed > 0 ? octets * 8e9 / static_cast<double>(elapsed) : 0; }
};

} // namespace core::doctor
