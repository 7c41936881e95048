// What an IGMP message means to a snooping bridge (RFC 4541): who joins or leaves which group, or that a querier is there.
//
//   readIgmp(packet, [&](IgmpEvent event, std::uint32_t group) { … });     // group 0 with Query: a general query
//
// Versions 1, 2 (RFC 2236) and 3 (RFC 3376); sources of version 3 are not told apart: a join from some sources is a join.
// Pure; reads no more than the frame has; says nothing about a message whose checksum or length is wrong.
#pragma once

#include "agent/dataplane/packet/packet_buf.h"
#include "agent/dataplane/parse/checksum.h"
#include "core/base/endian.h"

#include <cstdint>

namespace agent::dataplane {

constexpr std::uint8_t kProtocolIgmp = 2;

enum class IgmpEvent : std::uint8_t { Join, Leave, Query };

namespace igmp {
constexpr std::uint8_t kQuery = 0x11, kReportV1 = 0x12, kReportV2 = 0x16, kLeave = 0x17, kReportV3 = 0x22;
constexpr std::uint8_t kIsInclude = 1, kIsExclude = 2, kToInclude = 3, kToExclude = 4, kAllowNew = 5, kBlockOld = 6;
constexpr std::uint32_t kHeader = 8; // also of one version 3 record
} // namespace igmp

inline bool isIgmp(const PacketBuf& p) {
    return (p.flags & (kIsIpv4 | kMalformed | kIsFragment)) == kIsIpv4 && p.protocol == kProtocolIgmp;
}

// Calls visit for every group the message of a parsed packet speaks of.
template <class Visit> void readIgmp(const PacketBuf& p, Visit visit) {
    using namespace core::base;
    if (!isIgmp(p)) {
        return;
    }
    const std::uint32_t total = loadBe16(p.frame() + p.l3Offset + 2u);
    const std::uint32_t header = static_cast<std::uint32_t>(p.l4Offset) - p.l3Offset;
    if (total < header + igmp::kHeader || p.l3Offset + total > p.length) {
        return;
    }
    const std::uint8_t* m = p.frame() + p.l4Offset;
    const std::uint32_t length = total - header;
    if (onesSum(m, length) != 0xffff) {
        return;
    }
    const std::uint32_t group = loadBe32(m + 4);
    switch (m[0]) {
    case igmp::kQuery:
        return visit(IgmpEvent::Query, group);
    case igmp::kReportV1:
    case igmp::kReportV2:
        return visit(IgmpEvent::Join, group);
    case igmp::kLeave:
        return visit(IgmpEvent::Leave, group);
    case igmp::kReportV3:
        break;
    default:
        return;
    }
    std::uint32_t at = igmp::kHeader;
    for (std::uint32_t records = loadBe16(m + 6); records > 0 && at + igmp::kHeader <= length; --records) {
        const std::uint8_t type = m[at];
        const std::uint32_t sources = loadBe16(m + at + 2);
        const std::uint32_t recordGroup = loadBe32(m + at + 4);
        if (type == igmp::kToInclude && sources == 0) {
            visit(IgmpEvent::Leave, recordGroup);
        } else if (type == igmp::kIsExclude || type == igmp::kToExclude || (type != igmp::kBlockOld && type <= igmp::kAllowNew && sources > 0)) {
            visit(IgmpEvent::Join, recordGroup);
        }
        at += igmp::kHeader + 4 * sources + 4u * m[at + 1];
    }
}

} // namespace agent::dataplane
