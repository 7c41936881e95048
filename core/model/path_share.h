// How much of a router's traffic took each path over one interval.
#pragma once

#include "core/base/units.h"
#include "core/model/path_kind.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace core::model {

// Ingress octets of all hardware ports, split by path. Sum of byPath and unattributed is total.
struct PathShare {
    std::array<core::base::BitRate, kPathCount> byPath{};
    core::base::BitRate unattributed; // moved, but no counter says on which path
    core::base::BitRate total;        // all of the above
    core::base::PacketRate totalPackets;

    [[nodiscard]] core::base::BitRate of(PathKind kind) const { return byPath[static_cast<std::size_t>(kind)]; }
    // 0…1; 0 when nothing moved.
    [[nodiscard]] double share(PathKind kind) const { return total.bps > 0 ? of(kind).bps / total.bps : 0; }
    [[nodiscard]] double unattributedShare() const { return total.bps > 0 ? unattributed.bps / total.bps : 0; }
};

// Rates of one interface over one interval. Absent: the router does not send that counter, or this is a gap.
struct InterfaceRates {
    std::string name;
    std::string type;
    std::string bridge; // bridge it is a port of; empty: none
    bool running = false;
    bool disabled = false;
    std::optional<bool> hwOffload; // flag H
    std::optional<core::base::BitRate> rx, tx, fpRx, fpTx, switchedRx, switchedTx;
    std::optional<core::base::PacketRate> rxPackets, txPackets, dropped;
    // Ingress octets of this interface by path; only for hardware ports.
    std::optional<PathShare> paths;
};

// A figure that cannot be right, shown as such and never clamped silently.
struct Inconsistency {
    std::string interface; // empty: router-wide
    std::string what;      // "fp-rx 1.20 Gb/s exceeds rx 1.00 Gb/s"
    bool operator==(const Inconsistency&) const = default;
};

struct RateSample {
    core::base::Nanos at = 0;       // end of the interval
    core::base::Nanos elapsed = 0;  // its length
    PathShare paths;
    std::vector<InterfaceRates> interfaces;
    std::vector<Inconsistency> inconsistent;
};

} // namespace core::model
