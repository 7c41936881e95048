// A packet in flight: one cache line of metadata in front of the frame's bytes, in a fixed-size buffer of a pool.
// No allocation per packet: buffers come from PacketPool and go back to it. One thread owns a pool and all its buffers.
#pragma once

#include "core/base/units.h"
#include "core/model/path_kind.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace agent::dataplane {

using PortId = std::uint16_t;  // physical port, index into EngineConfig::ports
using IfIndex = std::uint16_t; // logical interface, index into EngineConfig::interfaces
using MarkId = std::uint16_t;  // index into EngineConfig::marks; 0 is no-mark

constexpr IfIndex kNoInterface = 0xffff;
constexpr PortId kNoPort = 0xffff;
constexpr std::uint32_t kNoConnection = 0xffffffff;
constexpr std::uint32_t kMaxFrame = 1984;  // longest frame a buffer takes behind its headroom
constexpr std::uint32_t kHeadroom = 64;    // room in front of a received frame, for tags

// What the parser found; bits of PacketBuf::flags.
enum PacketFlag : std::uint8_t {
    kIsIpv4 = 1 << 0,
    kIsArp = 1 << 1,
    kIsFragment = 1 << 2,  // any fragment: offset != 0 or more-fragments
    kHasIpOptions = 1 << 3,
    kHasPorts = 1 << 4,    // sport/dport are valid (first fragment of TCP or UDP)
    kMalformed = 1 << 5,   // IPv4 header length, total length or checksum is wrong
    kPriorityTag = 1 << 6, // 802.1Q header with VID 0
    kIsGroup = 1 << 7,     // destination MAC is broadcast or multicast
};

struct alignas(64) PacketBuf {
    std::uint16_t offset; // of the frame's first byte in data
    std::uint16_t length; // of the frame, without FCS
    PortId inPort;
    IfIndex inInterface;  // logical ingress: ether, then vlan or bridge as it climbs the stack
    IfIndex outInterface;
    std::uint16_t vlan; // VID of the outer tag, 0 when untagged (see kPriorityTag)
    std::uint8_t l3Offset; // of the IPv4 or ARP header, from the frame's first byte
    std::uint8_t l4Offset; // from the frame's first byte
    std::uint8_t protocol; // IPv4 protocol
    std::uint8_t flags;    // PacketFlag

    std::uint32_t src, dst;     // IPv4, host order
    std::uint16_t sport, dport; // host order; ICMP echo: sport = dport = identifier
    std::uint8_t tcpFlags;      // FIN 1 SYN 2 RST 4 PSH 8 ACK 16 URG 32
    std::uint8_t ttl;
    core::model::PathKind path; // as decided so far
    std::uint8_t connectionState; // ConnectionStateBit of config/firewall.h, filled by conntrack
    std::uint32_t connection; // index into the conntrack table, kNoConnection
    std::uint8_t direction;   // 0 original, 1 reply
    std::uint8_t icmpType;
    MarkId packetMark;
    std::uint32_t flowHash; // of IPv6 packets, symmetric over the 5-tuple; 0: to be worked out (parse/flow_hash.h)
    std::uint32_t queueLeaf;      // the simple queue chosen on admission; set and read by GlobalQueues
    core::base::Nanos enqueuedAt; // set by queues
    PacketBuf* next;              // owner's intrusive list

    std::array<std::uint8_t, 2048> data;

    [[nodiscard]] std::uint8_t* frame() { return data.data() + offset; }
    [[nodiscard]] const std::uint8_t* frame() const { return data.data() + offset; }
    [[nodiscard]] std::span<std::uint8_t> bytes() { return {frame(), length}; }
    [[nodiscard]] std::span<const std::uint8_t> bytes() const { return {frame(), length}; }
    // Octets on the wire as a port counts them: with FCS and padded to the 64 octet minimum.
    [[nodiscard]] std::uint32_t wireLength() const { return length < 60 ? 64u : length + 4u; }
    // Octets of the IPv4 packet (no Ethernet header).
    [[nodiscard]] std::uint32_t l3Length() const { return static_cast<std::uint32_t>(length) - l3Offset; }
};

// 64 + 2048 = 2112: on purpose not a multiple of 4096, neighbouring buffers then use different cache sets.
static_assert(sizeof(PacketBuf) == 2112);

constexpr std::size_t kBatchSize = 64;

// Up to 64 packets moved together. Owns nothing; who takes a batch must forward or free every packet in it.
struct Batch {
    std::array<PacketBuf*, kBatchSize> packets;
    std::size_t count = 0;

    [[nodiscard]] bool full() const { return count == kBatchSize; }
    void push(PacketBuf* p) { packets[count++] = p; }
    PacketBuf** begin() { return packets.data(); }
    PacketBuf** end() { return packets.data() + count; }
    void clear() { count = 0; }
};

} // namespace agent::dataplane
