#include "agent/dataplane/nat/nat.h"

#include "agent/dataplane/parse/ipv4.h"

#include <algorithm>

namespace agent::dataplane {

namespace {

// Most ports tried for one connection. A failed search over the whole range would cost milliseconds per packet; after this many
// neighbours in use the range is full but for a fraction of a percent.
constexpr std::uint32_t kMaxAttempts = 1024;

// Where the search starts when a port is taken: outside the well-known ports (RFC 6335 section 6).
constexpr std::uint16_t kFirstDynamicPort = 1024;

// A stable choice of `size` by client, so that a client always gets the same one.
std::uint32_t pick(std::uint32_t client, std::uint64_t size) {
    return static_cast<std::uint32_t>(((client * 0x9e3779b97f4a7c15ull) >> 32) % size);
}

std::uint32_t pickAddress(const Ipv4Range& range, std::uint32_t client) {
    return range.first + pick(client, static_cast<std::uint64_t>(range.last) - range.first + 1);
}

bool hasPorts(const FlowKey& key) { return key.protocol == kProtocolTcp || key.protocol == kProtocolUdp; }

} // namespace

bool Nat::bindDestination(PacketBuf* p, std::optional<Ipv4Range> toAddresses, std::optional<PortRange> toPorts) {
    conntrack_->entry(p->connection).flags |= kDstNatDone;
    const FlowKey original = conntrack_->flow(p->connection, 0).key();
    FlowKey reply = conntrack_->flow(p->connection, 1).key();
    if (toAddresses) {
        reply.src = pickAddress(*toAddresses, original.src);
    }
    if (toPorts && hasPorts(original) && !toPorts->contains(original.dport)) {
        const std::uint64_t size = static_cast<std::uint64_t>(toPorts->last) - toPorts->first + 1;
        reply.sport = static_cast<std::uint16_t>(toPorts->first + pick(original.src, size));
    }
    conntrack_->proposeReply(p->connection, reply); // claimed at the source point, where the port may still move
    ++counters_.bound;
    return true;
}

bool Nat::bindSource(PacketBuf* p, std::optional<Ipv4Range> toAddresses, std::optional<PortRange> toPorts, bool randomise) {
    const FlowEntry& original = conntrack_->flow(p->connection, 0);
    return bindSourceTo(p, toAddresses ? pickAddress(*toAddresses, original.src) : original.src, toPorts, randomise);
}

bool Nat::bindNetmap(PacketBuf* p, NatPoint point, const Ipv4Range& to) {
    const FlowEntry& original = conntrack_->flow(p->connection, 0);
    const std::uint32_t hostBits = to.last - to.first;
    const auto mapped = [&](std::uint32_t address) { return (to.first & ~hostBits) | (address & hostBits); };
    if (point == NatPoint::Source) {
        return bindSourceTo(p, mapped(original.src), std::nullopt, false);
    }
    const std::uint32_t address = mapped(original.dst);
    return bindDestination(p, Ipv4Range{address, address}, std::nullopt);
}

bool Nat::bindSame(PacketBuf* p, const Ipv4Range& to, std::optional<PortRange> toPorts, bool notByDst) {
    const FlowEntry& original = conntrack_->flow(p->connection, 0);
    return bindSourceTo(p, pickAddress(to, notByDst ? original.src : original.src + original.dst), toPorts, false);
}

bool Nat::bindSourceTo(PacketBuf* p, std::uint32_t address, std::optional<PortRange> toPorts, bool randomise) {
    if (!claimSource(p->connection, address, toPorts, randomise)) {
        ++counters_.exhausted;
        return false;
    }
    ++counters_.bound;
    return true;
}

bool Nat::bindNone(PacketBuf* p, NatPoint point) {
    if (point == NatPoint::Destination) {
        conntrack_->entry(p->connection).flags |= kDstNatDone;
        return true;
    }
    if (!claimSource(p->connection, conntrack_->flow(p->connection, 0).src, std::nullopt)) {
        ++counters_.exhausted;
        return false;
    }
    return true;
}

bool Nat::claimSource(std::uint32_t connection, std::uint32_t address, std::optional<PortRange> ports, bool randomise) {
    conntrack_->entry(connection).flags |= kSrcNatDone;
    const FlowKey original = conntrack_->flow(connection, 0).key();
    FlowKey reply = conntrack_->flow(connection, 1).key();
    reply.dst = address;
    const bool ported = hasPorts(original);
    const bool home = address == original.src || !(ported || original.protocol == kProtocolIcmp) || share_.owns(original.sport);
    if (home && (!ported || (!randomise && (!ports || ports->contains(original.sport))))) { // preserved
        reply.dport = original.sport;
        if (conntrack_->claimReply(connection, reply)) {
            return true;
        }
    }
    if (original.protocol == kProtocolIcmp) {
        return claimPort(connection, reply, 1, 65535);
    }
    if (!ported) {
        return false;
    }
    const PortRange range = ports.value_or(PortRange{kFirstDynamicPort, 65535});
    if (randomise) {
        rover_ = static_cast<std::uint16_t>(random_());
    }
    return claimPort(connection, reply, range.first, range.last);
}

bool Nat::claimPort(std::uint32_t connection, FlowKey reply, std::uint16_t first, std::uint16_t last) {
    const std::uint32_t span = static_cast<std::uint32_t>(last) - first + 1;
    const std::uint32_t attempts = std::min(span, kMaxAttempts);
    for (std::uint32_t i = 0; i < attempts; ++i) {
        reply.dport = static_cast<std::uint16_t>(first + rover_++ % span);
        if (!share_.owns(reply.dport)) {
            continue;
        }
        if (reply.protocol == kProtocolIcmp) {
            reply.sport = reply.dport;
        }
        if (conntrack_->claimReply(connection, reply)) {
            return true;
        }
    }
    return false;
}

void Nat::translateHalf(PacketBuf* p, const FlowEntry& f, NatPoint point) {
    const bool source = point == NatPoint::Source;
    const std::uint32_t address = source ? f.newSrc : f.newDst;
    const std::uint16_t port = source ? f.newSport : f.newDport;
    if (Conntrack::isAboutConnection(p)) {
        // What the far end saw as its source is the quoted packet's destination, and the other way round. The sender of the error is
        // hidden behind the translated source whether it is that host or a router on the way (RFC 5508 section 4.2).
        rewriteQuoted(p, source ? QuotedEnd::Destination : QuotedEnd::Source, address, port);
        if (address != (source ? f.src : f.dst)) {
            source ? rewriteSource(p, address, port) : rewriteDestination(p, address, port);
        }
        return;
    }
    source ? rewriteSource(p, address, port) : rewriteDestination(p, address, port);
}

} // namespace agent::dataplane
