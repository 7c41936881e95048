// The rewriting itself, without tables. The fast handler uses forwardFlow() alone.
#pragma once

#include "agent/dataplane/conntrack/flow_entry.h"
#include "agent/dataplane/packet/packet_buf.h"
#include "agent/dataplane/packet/words.h"
#include "agent/dataplane/parse/checksum.h"
#include "agent/dataplane/parse/ipv4.h"
#include "core/base/endian.h"

#include <bit>
#include <cstddef>
#include <cstdint>

namespace agent::dataplane {

// What a flow translates to, in two words: addresses and ports lie side by side in flow, packet and headers.
struct EndsWord {
    std::uint64_t addresses; // as they lie in memory, source first
    std::uint32_t ports;

    [[gnu::always_inline]] static EndsWord of(const FlowEntry& flow) {
        static_assert(offsetof(FlowEntry, newDst) == offsetof(FlowEntry, newSrc) + 4);
        static_assert(offsetof(FlowEntry, newDport) == offsetof(FlowEntry, newSport) + 2);
        return {loadWord<std::uint64_t>(&flow, offsetof(FlowEntry, newSrc)), loadWord<std::uint32_t>(&flow, offsetof(FlowEntry, newSport))};
    }
    [[gnu::always_inline]] void writeTo(PacketBuf& p) const {
        static_assert(offsetof(PacketBuf, dst) == offsetof(PacketBuf, src) + 4 && offsetof(PacketBuf, dport) == offsetof(PacketBuf, sport) + 2);
        storeWord(&p, offsetof(PacketBuf, src), addresses);
        storeWord(&p, offsetof(PacketBuf, sport), ports);
    }
    // In network byte order.
    [[gnu::always_inline]] void writeTo(std::uint8_t* source, std::uint8_t* l4) const {
        if constexpr (std::endian::native == std::endian::little) { // each half turned round, the order of the halves kept
            storeWord(source, 0, std::rotl(__builtin_bswap64(addresses), 32));
            storeWord(l4, 0, std::rotl(__builtin_bswap32(ports), 16));
        } else {
            storeWord(source, 0, addresses);
            storeWord(l4, 0, ports);
        }
    }
};

// Addresses, ports and transport checksum of a packet with kHasPorts as its flow says; part of rewriteFlow().
inline void translateFlow(PacketBuf& p, const FlowEntry& flow) {
    using core::base::loadBe16, core::base::storeBe16, core::base::storeBe32;
    std::uint8_t* ip = p.frame() + p.l3Offset;
    std::uint8_t* l4 = p.frame() + p.l4Offset;
    storeBe32(ip + ipv4::kSource, flow.newSrc);
    storeBe32(ip + ipv4::kDestination, flow.newDst);
    storeBe16(l4, flow.newSport);
    storeBe16(l4 + 2, flow.newDport);
    const bool segment = p.protocol == kProtocolTcp;
    std::uint8_t* sum = l4 + (segment ? tcp::kChecksum : udp::kChecksum);
    if (const std::uint16_t before = loadBe16(sum); segment || before != 0) { // UDP: zero says there is none (RFC 768) …
        const std::uint16_t after = applyDelta(before, flow.l4Delta);
        storeBe16(sum, after == 0 && !segment ? std::uint16_t{0xffff} : after); // … so a computed zero is sent as all ones
    }
    p.src = flow.newSrc;
    p.dst = flow.newDst;
    p.sport = flow.newSport;
    p.dport = flow.newDport;
}

// The whole translation of a TCP or UDP packet at once, by the flow's precomputed checksum differences. The packet matched the flow and
// still looks like its key. Cheap when the flow translates nothing.
inline void rewriteFlow(PacketBuf& p, const FlowEntry& flow) {
    if ((flow.flags & kFlowRewrites) == 0) {
        return;
    }
    std::uint8_t* sum = p.frame() + p.l3Offset + ipv4::kChecksum;
    core::base::storeBe16(sum, applyDelta(core::base::loadBe16(sum), flow.l3Delta));
    translateFlow(p, flow);
}

// The same with TTL - 1, in one pass over the header; only for TTL > 1. What it needs of packet and flow is read before the first octet
// is written: for the compiler a frame could be either of them, and every store would make it read all of that again.
[[gnu::always_inline]] inline void forwardFlow(PacketBuf& p, const FlowEntry& flow) {
    using core::base::loadBe16, core::base::storeBe16, core::base::storeBe32;
    static_assert(ipv4::kChecksum == ipv4::kTtl + 2 && ipv4::kDestination == ipv4::kSource + 4); // what is written as one word
    std::uint8_t* const ip = p.frame() + p.l3Offset;
    std::uint8_t* const l4 = p.frame() + p.l4Offset;
    const auto ttl = static_cast<std::uint8_t>(p.ttl - 1);
    const std::uint8_t protocol = p.protocol;
    const EndsWord ends = EndsWord::of(flow);
    const std::uint16_t l4Delta = flow.l4Delta;
    const bool rewrites = (flow.flags & kFlowRewrites) != 0;
    const auto inverse = static_cast<std::uint16_t>(~loadBe16(ip + ipv4::kChecksum));
    const auto headerSum = static_cast<std::uint16_t>(~foldSum(static_cast<std::uint32_t>(inverse) + flow.l3Delta + kTtlDelta));
    p.ttl = ttl;
    storeBe32(ip + ipv4::kTtl, static_cast<std::uint32_t>(ttl) << 24 | static_cast<std::uint32_t>(protocol) << 16 | headerSum);
    if (!rewrites) {
        return;
    }
    const bool segment = protocol == kProtocolTcp;
    std::uint8_t* const sum = l4 + (segment ? tcp::kChecksum : udp::kChecksum);
    const std::uint16_t before = loadBe16(sum);
    const std::uint16_t after = applyDelta(before, l4Delta);
    ends.writeTo(p);
    ends.writeTo(ip + ipv4::kSource, l4);
    if (segment || before != 0) { // as in translateFlow()
        storeBe16(sum, after == 0 && !segment ? std::uint16_t{0xffff} : after);
    }
}

// One half. `port` is the new port, or the ICMP identifier of a query; ignored where the packet has none. An ICMP error changes its
// outer address only.
void rewriteSource(PacketBuf* packet, std::uint32_t address, std::uint16_t port);
void rewriteDestination(PacketBuf* packet, std::uint32_t address, std::uint16_t port);

// One end of the packet quoted in an ICMP error; keeps the quoted checksums and the error's own right. Nothing happens when the quote
// is not usable (see quotedPacket()).
enum class QuotedEnd : std::uint8_t { Source, Destination };
void rewriteQuoted(PacketBuf* error, QuotedEnd end, std::uint32_t address, std::uint16_t port);

} // namespace agent::dataplane
