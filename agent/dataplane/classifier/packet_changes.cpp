#include "agent/dataplane/classifier/packet_changes.h"

#include "agent/dataplane/classifier/packet_payload.h"
#include "agent/dataplane/parse/checksum.h"
#include "core/base/endian.h"

#include <algorithm>

namespace agent::dataplane {

using core::base::loadBe16;
using core::base::storeBe16;

namespace {

// A 16 bit word of the IPv4 header and the header's checksum.
void putWord(PacketBuf& p, std::uint32_t at, std::uint16_t value) {
    std::uint8_t* ip = p.frame() + p.l3Offset;
    storeBe16(ip + ipv4::kChecksum, updateChecksum(loadBe16(ip + ipv4::kChecksum), loadBe16(ip + at), value));
    storeBe16(ip + at, value);
}

} // namespace

void lowerMss(PacketBuf& p, std::uint16_t mss) {
    constexpr std::uint8_t kMss = 2;
    if ((p.tcpFlags & tcp::kSyn) == 0) {
        return;
    }
    std::uint8_t* segment = p.frame() + p.l4Offset;
    forEachOption(tcpOptionsOf(p), [&](std::uint8_t kind, std::span<const std::uint8_t> value) {
        if (kind != kMss || value.size() != 2) {
            return true;
        }
        const std::uint16_t before = loadBe16(value.data());
        if (before > mss) {
            const auto at = value.data() - segment;
            storeBe16(segment + at, mss);
            // The value may begin at an odd octet; the checksum then sees both octets the other way round (RFC 1071 section 2).
            const auto turned = [&](std::uint16_t v) { return at % 2 == 0 ? v : static_cast<std::uint16_t>(v << 8 | v >> 8); };
            storeBe16(segment + tcp::kChecksum, updateChecksum(loadBe16(segment + tcp::kChecksum), turned(before), turned(mss)));
        }
        return false;
    });
}

void setDscp(PacketBuf& p, std::uint8_t dscp) {
    const std::uint16_t word = loadBe16(p.frame() + p.l3Offset); // version, header length, type of service
    putWord(p, 0, static_cast<std::uint16_t>((word & 0xff03u) | (dscp & 63u) << 2));
}

void changeTtl(PacketBuf& p, TtlChange change, std::uint8_t value) {
    int ttl = value;
    if (change != TtlChange::Set) {
        ttl = std::clamp(p.ttl + (change == TtlChange::Increment ? value : -value), 1, 255);
    }
    p.ttl = static_cast<std::uint8_t>(ttl);
    putWord(p, ipv4::kTtl, static_cast<std::uint16_t>(p.ttl << 8 | p.protocol));
}

void stripIpv4Options(PacketBuf& p) {
    if ((p.flags & kHasIpOptions) == 0 || p.length < p.l4Offset) {
        return;
    }
    constexpr std::uint16_t kTwoNoOperations = 0x0101;
    for (std::uint32_t at = kIpv4Header; at + 1 < static_cast<std::uint32_t>(p.l4Offset - p.l3Offset); at += 2) {
        putWord(p, at, kTwoNoOperations);
    }
}

void clearDontFragment(PacketBuf& p) {
    const std::uint16_t word = loadBe16(p.frame() + p.l3Offset + ipv4::kFragment);
    putWord(p, ipv4::kFragment, static_cast<std::uint16_t>(word & ~ipv4::kDontFragment));
}

} // namespace agent::dataplane
