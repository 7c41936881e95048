// What a chain of rules decided about one packet.
#pragma once

#include "agent/dataplane/config/firewall.h"

#include <cstdint>
#include <optional>

namespace agent::dataplane {

struct WalkRecord;

enum class Table : std::uint8_t { Raw, Mangle, Nat, Filter };
constexpr std::size_t kTableCount = 4;

// Built-in chains by their RouterOS names. Which exist in which table: raw prerouting output; filter input forward output;
// nat srcnat dstnat; mangle prerouting input forward output postrouting.
enum class HookChain : std::uint8_t { Prerouting, Input, Forward, Output, Postrouting, SrcNat, DstNat };
constexpr std::size_t kHookChainCount = 7;

enum class VerdictKind : std::uint8_t { Accept, Drop, Reject, Tarpit, Masquerade, SrcNat, DstNat, Redirect, Netmap, Same };

struct NatTarget {
    std::optional<Ipv4Range> toAddresses; // masquerade: unset, the caller knows the address
    std::optional<PortRange> toPorts;
    bool sameNotByDst = false;   // same
    bool randomisePorts = false; // src-nat, masquerade
};

struct Verdict {
    VerdictKind kind = VerdictKind::Accept;
    RejectWith rejectWith = RejectWith::IcmpNetworkUnreachable; // Reject
    bool fastTrack = false; // a fasttrack-connection rule matched and its connection is marked
    std::uint16_t rulesLooked = 0; // compared with the packet, matching or not; what the cost model charges
    const NatTarget* nat = nullptr; // Masquerade to Same; valid until the next configure()
};

// What the pipeline knows about a packet besides PacketBuf.
struct RuleContext {
    core::base::Nanos now = 0;
    MarkId routingMark = 0;    // read by matchers, set by mark-routing
    std::uint32_t gateway = 0; // set by action=route: where to, whatever the routing table says; 0: as it says
    IfIndex inBridgePort = kNoInterface, outBridgePort = kNoInterface; // of a bridged packet
    bool ipsecIn = false, ipsecOut = false; // an IPsec policy decrypted it; one will encrypt it
    WalkRecord* record = nullptr; // who wants to know which rules matched, and whether they would again
};

} // namespace agent::dataplane
