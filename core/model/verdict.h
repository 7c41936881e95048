// Which path the traffic from one interface to another takes, why, and what would change it.
#pragma once

#include "core/model/config_ref.h"
#include "core/model/path_kind.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core::model {

enum class Certainty : std::uint8_t {
    Certain,
    Depends, // on what `dependsOn` says
    Unknown, // the configuration cannot show it
};

constexpr std::string_view certaintyId(Certainty certainty) {
    return certainty == Certainty::Certain ? "certain" : certainty == Certainty::Depends ? "depends" : "unknown";
}

// A path and its kind: fast path of "ip-fp", "half-fp" (begins fast, ends slow), "bridge-fp", "bridge-fast-forward"; "l3hw-ft" of l3hw.
struct VerdictPath {
    std::optional<PathKind> kind; // none: no path at all ("none"), or it cannot be told ("unknown"); `detail` says which
    std::string detail;
    bool operator==(const VerdictPath&) const = default;
};

// switch l3hw fast-path fasttrack slow none unknown
constexpr std::string_view verdictPathId(const VerdictPath& path) {
    if (!path.kind) {
        return path.detail == "none" ? "none" : "unknown";
    }
    return *path.kind == PathKind::FastPath ? "fast-path" : pathId(*path.kind);
}

struct Reason {
    std::string id;              // "FT-SHADOWED"; docs/diagnostics/<id>.md
    std::optional<ConfigRef> at; // the line that makes it so; none when a missing line does
    std::string effect;          // one sentence
    bool blocking = false;       // it keeps the traffic off a faster path; the first blocking one decides
};

// A small edit that lifts the traffic to a better path.
struct Flip {
    VerdictPath to;
    std::vector<std::string> commands;
    std::vector<std::string> costs; // what is given up
    bool blinksPorts = false;       // the switch chip is set up anew: links go down for a moment
};

struct Verdict {
    std::string from, to; // interfaces, or "LAN" / "WAN" where the configuration names none
    std::string family = "ipv4";
    std::string protocol = "tcp";
    VerdictPath first;  // first packets of a connection
    VerdictPath steady; // the rest
    Certainty certainty = Certainty::Certain;
    std::string dependsOn;           // empty when certain
    std::vector<std::string> queues; // that act on it: "/queue/tree download"
    std::vector<Reason> reasons;
    std::vector<Flip> flips;
};

// What to find out. Without from and to: every pair that matters.
struct PathQuestion {
    std::string from, to;              // interface names; "LAN" and "WAN" mean the first of these that is found
    std::string family = "ipv4";       // or "ipv6"
    std::string protocol = "tcp";      // as RouterOS spells it
    std::string source, destination;   // address or prefix; empty: any
    std::uint16_t destinationPort = 0; // 0: any
};

} // namespace core::model
