#include "agent/dataplane/nat/payload_edit.h"

#include "agent/dataplane/parse/checksum.h"
#include "agent/dataplane/parse/ipv4.h"
#include "core/base/endian.h"

#include <cstring>

namespace agent::dataplane {

using core::base::loadBe16;
using core::base::storeBe16;

namespace {

// From the frame's first octet; 0: none.
std::uint32_t payloadAt(const PacketBuf& p) {
    if ((p.flags & kHasPorts) == 0 || (p.flags & kIsFragment) != 0) {
        return 0;
    }
    if (p.protocol == kProtocolUdp) {
        return p.l4Offset + kUdpHeader;
    }
    const std::uint32_t at = p.l4Offset + (p.frame()[p.l4Offset + tcp::kDataOffset] >> 4) * 4u;
    return at >= p.l4Offset + kTcpHeader && at <= p.length ? at : 0;
}

} // namespace

std::string_view payloadText(const PacketBuf& p) {
    const std::uint32_t at = payloadAt(p);
    return at == 0 || at > p.length ? std::string_view() : std::string_view(reinterpret_cast<const char*>(p.frame() + at), p.length - at);
}

void sumTransport(PacketBuf& p) {
    std::uint8_t* l4 = p.frame() + p.l4Offset;
    const auto length = static_cast<std::uint32_t>(p.length - p.l4Offset);
    std::uint8_t* sum = l4 + (p.protocol == kProtocolTcp ? tcp::kChecksum : udp::kChecksum);
    if (p.protocol == kProtocolUdp && loadBe16(sum) == 0) {
        return;
    }
    storeBe16(sum, 0);
    const std::uint16_t value = checksum(l4, length, pseudoHeaderSum(p.src, p.dst, p.protocol, length));
    storeBe16(sum, p.protocol == kProtocolUdp && value == 0 ? std::uint16_t{0xffff} : value);
}

bool replacePayload(PacketBuf& p, std::string_view text) {
    const std::uint32_t at = payloadAt(p);
    if (at == 0 || at + text.size() > kMaxFrame || p.offset + at + text.size() > p.data.size()) {
        return false;
    }
    std::memcpy(p.frame() + at, text.data(), text.size());
    p.length = static_cast<std::uint16_t>(at + text.size());
    std::uint8_t* ip = p.frame() + p.l3Offset;
    const auto total = static_cast<std::uint16_t>(p.length - p.l3Offset);
    storeBe16(ip + ipv4::kChecksum, updateChecksum(loadBe16(ip + ipv4::kChecksum), loadBe16(ip + ipv4::kTotalLength), total));
    storeBe16(ip + ipv4::kTotalLength, total);
    if (p.protocol == kProtocolUdp) {
        storeBe16(p.frame() + p.l4Offset + udp::kLength, static_cast<std::uint16_t>(p.length - p.l4Offset));
    }
    sumTransport(p);
    return true;
}

} // namespace agent::dataplane
