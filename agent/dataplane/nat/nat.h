// Network address translation: binds a connection to translated addresses with its first packet, and rewrites every packet of it.
//
//   // first packet, chain dstnat (prerouting)                        // every packet, prerouting
//   if (nat.wantsRules(p, NatPoint::Destination)) {
//       Verdict v = classifier.run(Table::Nat, HookChain::DstNat, p, context);
//       if (v.kind == VerdictKind::DstNat) ok = nat.bindDestination(p, v.nat->toAddresses, v.nat->toPorts);
//       else nat.bindNone(p, NatPoint::Destination);
//   }
//   nat.translate(p, NatPoint::Destination);
//
// Postrouting does the same with chain srcnat, NatPoint::Source and bindSource(); for masquerade the caller passes the primary address
// of the outgoing interface as a range of one. bind*() false: no free port or the tuple is taken; drop the packet (and abandon it).
//
// Mapping: a source port is kept when its reply tuple is free, else the next free one of 1024…65535 is taken (RFC 4787 section 4.2.1
// calls this port preservation); a client keeps the same address of a range (RFC 4787 REQ-2, "paired"). Ports move for TCP and UDP,
// identifiers for ICMP queries; other protocols change addresses only. Replies get the inverse.
// ICMP errors: the quoted packet is translated back too (RFC 5508 REQ-4, REQ-5).
//
// Checksums are updated incrementally (RFC 1624); a UDP checksum of zero stays zero (RFC 768). Header and PacketBuf fields change
// together. Later fragments change addresses only. One thread, shared with its Conntrack.
#pragma once

#include "agent/dataplane/config/addresses.h"
#include "agent/dataplane/conntrack/conntrack.h"
#include "agent/dataplane/nat/port_share.h"
#include "agent/dataplane/nat/rewrite.h"
#include "agent/dataplane/packet/packet_buf.h"
#include "core/base/seeds.h"

#include <cstdint>
#include <optional>
#include <random>

namespace agent::dataplane {

enum class NatPoint : std::uint8_t { Destination /* prerouting, output */, Source /* postrouting, input */ };

struct NatCounters {
    std::uint64_t bound = 0;    // connections whose source or destination was translated
    std::uint64_t exhausted = 0; // no free port, or tuple taken
};

class Nat {
public:
    explicit Nat(Conntrack& conntrack) : conntrack_(&conntrack) {}

    // True when the chain of this point must be asked: first packets (original direction) of a connection that was not asked yet.
    [[nodiscard]] bool wantsRules(const PacketBuf* packet, NatPoint point) const {
        if (packet->connection == kNoConnection || packet->direction != 0 || Conntrack::isAboutConnection(packet)) {
            return false;
        }
        const ConnectionEntry& e = conntrack_->entry(packet->connection);
        return !e.has(kConfirmed | kDying) && !e.natDone(point == NatPoint::Source);
    }

    bool bindDestination(PacketBuf* packet, std::optional<Ipv4Range> toAddresses, std::optional<PortRange> toPorts);
    // `randomise`: no source port is kept (randomise-ports).
    bool bindSource(PacketBuf* packet, std::optional<Ipv4Range> toAddresses, std::optional<PortRange> toPorts, bool randomise = false);
    // action=netmap: the address keeps its place in its network and gets the network of `to`, whose size is a power of two.
    bool bindNetmap(PacketBuf* packet, NatPoint point, const Ipv4Range& to);
    // action=same: the source address is chosen by client, and by destination unless `notByDst`.
    bool bindSame(PacketBuf* packet, const Ipv4Range& to, std::optional<PortRange> toPorts, bool notByDst);
    // No rule matched. At the source point this still makes the reply tuple unique, moving the source port when it is taken.
    bool bindNone(PacketBuf* packet, NatPoint point);

    // Rewrites this point's half: destination, or source. Packets without a translated connection pass untouched.
    void translate(PacketBuf* packet, NatPoint point) {
        if (packet->connection == kNoConnection) {
            return;
        }
        const FlowEntry& flow = conntrack_->flow(packet->connection, packet->direction);
        const std::uint16_t half = point == NatPoint::Source ? kFlowRewritesSource : kFlowRewritesDestination;
        if ((flow.flags & half) == 0) {
            return;
        }
        const bool related = Conntrack::isAboutConnection(packet);
        if ((flow.flags & kFlowRewrites) == half && (packet->flags & kHasPorts) != 0 && !related) [[likely]] {
            rewriteFlow(*packet, flow); // there is no other half
        } else {
            translateHalf(packet, flow, point);
        }
    }

    // For one of several engines that translate to the same addresses: a translated source takes ports of this share only.
    void setPortShare(PortShare share) { share_ = share; }

    [[nodiscard]] const NatCounters& counters() const { return counters_; }

private:
    void translateHalf(PacketBuf* packet, const FlowEntry& flow, NatPoint point);
    bool bindSourceTo(PacketBuf* packet, std::uint32_t address, std::optional<PortRange> toPorts, bool randomise);
    bool claimSource(std::uint32_t connection, std::uint32_t address, std::optional<PortRange> ports, bool randomise = false);
    bool claimPort(std::uint32_t connection, FlowKey reply, std::uint16_t first, std::uint16_t last);

    Conntrack* conntrack_;
    std::uint16_t rover_ = 0; // where the search for a free port goes on
    std::minstd_rand random_{static_cast<std::minstd_rand::result_type>(core::base::freshSeed())};
    NatCounters counters_;
    PortShare share_;
};

} // namespace agent::dataplane
