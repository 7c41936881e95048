// Where packets come from and what becomes of them. Every packet that entered the engine or was made in it is sent, consumed by the
// router itself, lost for a reason, or still waiting - nothing else:
//
//   received + originated + copied  =  sent + refused by full rings + consumed + sum of drops + lost in queues + waiting
//
// Sent and refused are tx-packet and tx-drop of the Ethernet interfaces, lost in queues the queues' own counters. One thread.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string_view>

namespace agent::dataplane {

enum class DropReason : std::uint8_t {
    NoInterface,        // nothing listens on the port, or the interface went away
    TooShort,           // shorter than an Ethernet header
    ReceiveRing,        // the modelled receive ring was full
    NotForUs,           // another station's address, or a tag nobody takes
    UnknownProtocol,    // neither IP nor ARP
    Malformed,          // header lengths or checksum wrong
    BadAddress,         // an address that never travels on a wire (RFC 1812 section 5.3.7)
    SamePort,           // the chip has learned the destination on the port it came in by
    BridgeIsolation,    // split horizon, or back out of the same port
    BridgeNoPort,       // no port of the bridge may carry it
    VlanFiltering,      // frame-types, ingress-filtering, or the way out is in another VLAN
    BridgeFilter,       // drop of a rule of /interface/bridge/filter or nat
    DhcpSnooping,       // a DHCP server behind a port that is not trusted
    BondInactive,       // came in by a slave that does not receive, or no slave is up
    ChipLink,           // the link between switch chip and CPU was full
    FilterRule,         // drop or reject of a rule of the table …
    RawRule,
    MangleRule,
    NatNoMapping,       // no address or port left for it
    ConnectionTable,    // max-entries reached
    ConnectionClash,    // its reply would belong to another connection
    NoRoute,
    Unreachable,        // route of that type
    Prohibit,
    Blackhole,
    NotForwarded,       // ip-forward=no, or a group address on the link layer
    TimeToLive,
    FragmentationNeeded, // longer than the MTU and must not be cut
    TooLong,            // longer than what the way out carries
    NeighbourTable,     // full
    NeighbourUnknown,   // nobody answered, or too many packets waited for the answer
    InterfaceDown,      // the way out is disabled, has no port, or loops
    Tunnel,             // no way to the other end, nobody there for it, forged, or tunnels in a circle
    Configuration,      // a change of configuration took away what it waited for
    ReversePath,        // rp-filter: its source is not to be found where it came from
    Other,
};
constexpr std::size_t kDropReasonCount = static_cast<std::size_t>(DropReason::Other) + 1;

// Stable machine names, as /pathscope/drops shows them.
constexpr std::string_view dropReasonName(DropReason reason) {
    constexpr std::array<std::string_view, kDropReasonCount> names{
        "no-interface",     "too-short",       "receive-ring",     "not-for-us",        "unknown-protocol",     "malformed",
        "bad-address",      "same-port",       "bridge-isolation", "bridge-no-port",    "vlan-filtering",       "bridge-filter",
        "dhcp-snooping",    "bond-inactive",   "chip-link",          "filter-rule",          "raw-rule",
        "mangle-rule",      "nat-no-mapping",  "connection-table", "connection-clash",  "no-route",             "unreachable",
        "prohibit",         "blackhole",       "not-forwarded",    "time-to-live",      "fragmentation-needed", "too-long",
        "neighbour-table",  "neighbour-unknown", "interface-down", "tunnel", "configuration",     "reverse-path",   "other"};
    return names[static_cast<std::size_t>(reason)];
}

struct PacketLedger {
    std::uint64_t received = 0;   // handed to switchStage()
    std::uint64_t originated = 0; // made by the router: errors, answers, questions, fragments
    std::uint64_t copied = 0;     // floods
    std::uint64_t consumed = 0;   // ended here on purpose: for the router itself, or cut into fragments
    std::array<std::uint64_t, kDropReasonCount> drops{};

    void count(DropReason reason) { ++drops[static_cast<std::size_t>(reason)]; }
    [[nodiscard]] std::uint64_t of(DropReason reason) const { return drops[static_cast<std::size_t>(reason)]; }
    [[nodiscard]] std::uint64_t dropped() const { return std::accumulate(drops.begin(), drops.end(), std::uint64_t{0}); }
};

} // namespace agent::dataplane
