// What names one direction of a connection: addresses, ports (or the ICMP identifier) and protocol, in host order.
//
//   std::optional<FlowKey> key = flowKeyOf(*packet);   // nothing: the packet cannot be tracked (see there)
//   FlowKey back = key->inverse();                     // what the answer will look like when no address is translated
#pragma once

#include "agent/dataplane/packet/packet_buf.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <utility>

namespace agent::dataplane {

struct FlowKey {
    std::uint32_t src = 0, dst = 0;
    std::uint16_t sport = 0, dport = 0; // TCP, UDP; ICMP queries: both the identifier (RFC 5508 section 3.1); other protocols: 0
    std::uint8_t protocol = 0;
    std::uint8_t icmpType = 0; // of ICMP queries, so that a request is never taken for the answer to another request
    std::uint16_t unused = 0;  // 0; makes the key two whole words
    auto operator<=>(const FlowKey&) const = default;

    [[nodiscard]] FlowKey inverse() const;
};

// A key as two words, for hashing and comparing: the octets of FlowKey in memory order, the second word's last two cleared.
struct FlowKeyWords {
    std::uint64_t addresses = 0, rest = 0;
    static constexpr std::uint64_t kRest = std::endian::native == std::endian::little ? 0x0000ffffffffffff : 0xffffffffffff0000;

    static FlowKeyWords of(const FlowKey& k) {
        const auto wide = [](std::uint64_t v) { return v; };
        if constexpr (std::endian::native == std::endian::little) {
            return {k.src | wide(k.dst) << 32, k.sport | wide(k.dport) << 16 | wide(k.protocol) << 32 | wide(k.icmpType) << 40};
        } else {
            return {wide(k.src) << 32 | k.dst, wide(k.sport) << 48 | wide(k.dport) << 32 | wide(k.protocol) << 24 | wide(k.icmpType) << 16};
        }
    }
    // From memory: sixteen octets that begin like a FlowKey. Slow right after its parts were written one by one.
    static FlowKeyWords load(const void* key) {
        FlowKeyWords words;
        std::memcpy(&words.addresses, key, 8);
        std::memcpy(&words.rest, static_cast<const char*>(key) + 8, 8);
        words.rest &= kRest;
        return words;
    }
    bool operator==(const FlowKeyWords& other) const { return ((addresses ^ other.addresses) | (rest ^ other.rest)) == 0; }
};
static_assert(sizeof(FlowKey) == 16);

// 8 -> 0, 13 -> 14, 15 -> 16, 17 -> 18 and back (RFC 792, RFC 950); 255 for types that are no query.
[[nodiscard]] std::uint8_t answerType(std::uint8_t icmpType);
// One of 8, 13, 15, 17.
[[nodiscard]] bool isIcmpRequest(std::uint8_t icmpType);

// The part of flowKeyOf() for packets without ports.
[[nodiscard]] std::optional<FlowKey> portlessKeyOf(const PacketBuf& packet);

// Key of a parsed IPv4 packet. Nothing for: malformed packets, later fragments, truncated transport headers, ICMP that is neither
// request nor answer.
[[nodiscard]] inline std::optional<FlowKey> flowKeyOf(const PacketBuf& p) {
    if ((p.flags & kHasPorts) != 0) [[likely]] {
        return FlowKey{p.src, p.dst, p.sport, p.dport, p.protocol, 0, 0};
    }
    return portlessKeyOf(p);
}

// The same as words, for packets with kHasPorts: two loads where the octets lie as the words want them.
[[nodiscard]] inline FlowKeyWords portKeyOf(const PacketBuf& p) {
    if constexpr (std::endian::native == std::endian::little) {
        static_assert(offsetof(PacketBuf, dst) == offsetof(PacketBuf, src) + 4 && offsetof(PacketBuf, dport) == offsetof(PacketBuf, sport) + 2);
        const char* fields = reinterpret_cast<const char*>(&p);
        FlowKeyWords words;
        std::uint32_t ports;
        std::memcpy(&words.addresses, fields + offsetof(PacketBuf, src), 8);
        std::memcpy(&ports, fields + offsetof(PacketBuf, sport), 4);
        words.rest = ports | static_cast<std::uint64_t>(p.protocol) << 32;
        return words;
    } else {
        return FlowKeyWords::of({p.src, p.dst, p.sport, p.dport, p.protocol, 0});
    }
}

// Fragment with an offset: it carries no transport header.
[[nodiscard]] bool isLaterFragment(const PacketBuf& packet);

} // namespace agent::dataplane
