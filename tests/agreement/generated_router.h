// Random routers for the agreement of doctor and engine: the text of an export, and the places hosts are at. One seed, one router.
//
//   const GeneratedRouter router = generateRouter(17);
//   router.text                     "# 2026-01-01 … by RouterOS 7.20\n# model = RB760iGS\n/interface bridge\n…"
//   router.segments[0].interface    "vlan10"
//
// Only what both sides claim to know is generated; that the engine models every line is checked where the text is loaded.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace agreement {

// Where hosts are: a layer 3 interface and the port, with or without a tag, that leads to it; or a bridge port that only bridges.
struct Segment {
    std::string interface;
    std::string port;
    std::optional<std::uint16_t> vid;
    std::string network; // "10.1.0": hosts are network.10 …, the router network.1; empty for a bridge port among others
    std::string remote;  // hosts behind the gateway (network.254) instead of in the network; empty: none
};

struct GeneratedRouter {
    std::string model;
    std::string text;
    std::vector<Segment> segments;                // routed
    std::vector<std::pair<Segment, Segment>> bridged; // ports of one bridge
};

[[nodiscard]] GeneratedRouter generateRouter(std::uint32_t seed);

} // namespace agreement
