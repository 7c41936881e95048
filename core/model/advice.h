// Which boards carry a line: what is asked of the sizing advisor, and what it says.
#pragma once

#include "core/base/units.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core::model {

// What a router is wanted for.
struct SizingNeed {
    enum class Vpn : std::uint8_t { None, WireGuard, IPsec };
    core::base::BitRate down, up; // of the provider's line
    int users = 0;                // 0: not said
    Vpn vpn = Vpn::None;
    core::base::BitRate vpnRate;   // through the tunnel; 0: as much as the line sends
    bool qos = false;              // queues that keep delays short
    core::base::BitRate interVlan; // routed between local networks, no firewall between them; 0: none
};

// One kind of traffic on one board.
struct SizingLeg {
    std::string what; // "internet", "inter-vlan", "vpn"
    std::string path; // "l3hw", "fasttrack", "queue" (FastTrack and a queue tree on the interface), "slow"
    core::base::BitRate needed;
    std::optional<core::base::BitRate> atLeast, atMost; // measured; absent: no figure
    std::vector<std::string> sources;                   // of these figures, one sentence each
};

enum class Suits : std::uint8_t { Carries, Unknown, TooSmall };
constexpr std::string_view suitsId(Suits suits) {
    return suits == Suits::Carries ? "carries" : suits == Suits::Unknown ? "unknown" : "too-small";
}

struct BoardAdvice {
    std::string model;
    std::vector<std::string> names;
    Suits suits = Suits::Unknown;
    std::optional<double> headroom; // what it is measured to carry over what is needed; of its tightest leg
    std::string why;                // for Unknown and TooSmall: which figure
    std::vector<SizingLeg> legs;
    std::vector<std::string> pattern; // RouterOS commands
    std::vector<std::string> notes;

    // "CCR2004-16G-2S+ (CCR2004-16G-2S+PC)": several boards share a model.
    [[nodiscard]] std::string title() const { return names.empty() || names.front() == model ? model : model + " (" + names.front() + ")"; }
};

} // namespace core::model
