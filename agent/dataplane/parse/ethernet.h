// Ethernet II and the outer 802.1Q tag: field positions, MAC access, pushing and popping of a tag in place.
#pragma once

#include "agent/dataplane/packet/packet_buf.h"
#include "core/base/endian.h"

#include <cstdint>
#include <cstring>

namespace agent::dataplane {

constexpr std::uint32_t kEthernetHeader = 14;
constexpr std::uint32_t kVlanTag = 4;   // IEEE 802.1Q: TPID and TCI
constexpr std::uint32_t kMinFrame = 60; // without FCS
constexpr std::uint16_t kEtherTypeIpv4 = 0x0800;
constexpr std::uint16_t kEtherTypeArp = 0x0806;
constexpr std::uint16_t kEtherTypeVlan = 0x8100;
constexpr std::uint16_t kEtherTypeServiceVlan = 0x88a8; // IEEE 802.1ad
constexpr std::uint16_t kEtherTypePppoeDiscovery = 0x8863;
constexpr std::uint16_t kEtherTypePppoeSession = 0x8864;
constexpr bool isVlanType(std::uint16_t etherType) {
    return etherType == kEtherTypeVlan || etherType == kEtherTypeServiceVlan;
}

// A MAC as a number: the six octets in wire order in the low 48 bits. What tables are keyed by.
using MacKey = std::uint64_t;
constexpr MacKey kBroadcastMac = 0xffff'ffff'ffffull;
constexpr MacKey kGroupBit = 0x0100'0000'0000ull;

inline MacKey loadMac(const std::uint8_t* p) {
    return static_cast<MacKey>(core::base::loadBe16(p)) << 32 | core::base::loadBe32(p + 2);
}
inline void storeMac(std::uint8_t* p, MacKey mac) {
    core::base::storeBe16(p, static_cast<std::uint16_t>(mac >> 32));
    core::base::storeBe32(p + 2, static_cast<std::uint32_t>(mac));
}
inline MacKey destinationMac(const PacketBuf& p) {
    return loadMac(p.frame());
}
inline MacKey sourceMac(const PacketBuf& p) {
    return loadMac(p.frame() + 6);
}

// Puts an 802.1Q tag behind the addresses, using four octets of headroom. Keeps the parsed offsets right.
// The packet must have been parsed and its headroom must not be used up (offset >= 4).
inline void pushVlanTag(PacketBuf& p, std::uint16_t vid, std::uint16_t tagType = kEtherTypeVlan) {
    std::memmove(p.frame() - kVlanTag, p.frame(), 12);
    p.offset = static_cast<std::uint16_t>(p.offset - kVlanTag);
    p.length = static_cast<std::uint16_t>(p.length + kVlanTag);
    core::base::storeBe16(p.frame() + 12, tagType);
    core::base::storeBe16(p.frame() + 14, vid & 0x0fffu);
    p.l3Offset = static_cast<std::uint8_t>(p.l3Offset + kVlanTag);
    p.l4Offset = static_cast<std::uint8_t>(p.l4Offset + kVlanTag);
    p.vlan = vid;
}

// Removes the outer tag. Only for frames that carry one: vlan != 0, or kPriorityTag.
inline void popVlanTag(PacketBuf& p) {
    std::memmove(p.frame() + kVlanTag, p.frame(), 12);
    p.offset = static_cast<std::uint16_t>(p.offset + kVlanTag);
    p.length = static_cast<std::uint16_t>(p.length - kVlanTag);
    p.l3Offset = static_cast<std::uint8_t>(p.l3Offset - kVlanTag);
    p.l4Offset = static_cast<std::uint8_t>(p.l4Offset - kVlanTag);
    p.vlan = 0;
    p.flags = static_cast<std::uint8_t>(p.flags & ~kPriorityTag);
}

inline bool isTagged(const PacketBuf& p) {
    return p.vlan != 0 || (p.flags & kPriorityTag) != 0;
}

} // namespace agent::dataplane
