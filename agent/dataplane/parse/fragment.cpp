#include "agent/dataplane/parse/fragment.h"

#include "agent/dataplane/parse/checksum.h"
#include "agent/dataplane/parse/ipv4.h"
#include "core/base/endian.h"

#include <cstddef>
#include <cstring>

namespace agent::dataplane {

using core::base::loadBe16;
using core::base::storeBe16;

bool mayFragment(const PacketBuf& p) {
    return (loadBe16(p.frame() + p.l3Offset + ipv4::kFragment) & ipv4::kDontFragment) == 0;
}

std::uint32_t fragmentPayload(const PacketBuf& p, std::uint32_t mtu) {
    const std::uint32_t header = p.l4Offset - std::uint32_t{p.l3Offset};
    return mtu <= header ? 0 : (mtu - header) & ~7u;
}

void writeFragment(PacketBuf& piece, const PacketBuf& whole, std::uint32_t start, std::uint32_t size) {
    const std::uint32_t wholeHeader = whole.l4Offset - std::uint32_t{whole.l3Offset};
    const std::uint32_t header = start == 0 ? wholeHeader : kIpv4Header;
    const bool last = whole.l4Offset + start + size >= whole.length;

    // Everything up to the octets is metadata; the link to the owner's list is not part of the packet.
    PacketBuf* const link = piece.next;
    std::memcpy(static_cast<void*>(&piece), &whole, offsetof(PacketBuf, data));
    piece.next = link;
    piece.offset = kHeadroom;
    piece.length = static_cast<std::uint16_t>(whole.l3Offset + header + size);
    piece.l4Offset = static_cast<std::uint8_t>(whole.l3Offset + header);
    std::memcpy(piece.frame(), whole.frame(), whole.l3Offset + header);
    std::memcpy(piece.frame() + piece.l4Offset, whole.frame() + whole.l4Offset + start, size);

    std::uint8_t* ip = piece.frame() + piece.l3Offset;
    const std::uint16_t field = loadBe16(ip + ipv4::kFragment);
    const auto offset = static_cast<std::uint16_t>((field & ipv4::kFragmentOffsetMask) + start / 8);
    const std::uint16_t more = !last ? ipv4::kMoreFragments : static_cast<std::uint16_t>(field & ipv4::kMoreFragments);
    ip[0] = static_cast<std::uint8_t>(0x40u | header / 4);
    storeBe16(ip + ipv4::kTotalLength, static_cast<std::uint16_t>(header + size));
    storeBe16(ip + ipv4::kFragment, static_cast<std::uint16_t>(offset | more));
    storeBe16(ip + ipv4::kChecksum, 0);
    storeBe16(ip + ipv4::kChecksum, checksum(ip, header));
    piece.flags |= kIsFragment;
    if (start != 0) {
        piece.flags = static_cast<std::uint8_t>(piece.flags & ~(kHasPorts | kHasIpOptions));
    }
}

} // namespace agent::dataplane
