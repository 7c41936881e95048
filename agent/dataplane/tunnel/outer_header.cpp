#include "agent/dataplane/tunnel/outer_header.h"

#include "agent/dataplane/parse/checksum.h"
#include "agent/dataplane/parse/ethernet.h"
#include "agent/dataplane/parse/ipv4.h"
#include "agent/dataplane/parse/parse.h"

#include <cstring>

namespace agent::dataplane {

using core::base::storeBe16;
using core::base::storeBe32;

namespace {
constexpr std::uint32_t kSpare = kEthernetHeader + 2 * kVlanTag; // what interfaces below may still put in front
}

bool prepend(PacketBuf& p, std::uint32_t octets) {
    if (p.offset < octets) {
        const std::uint32_t start = octets + kSpare;
        if (start + p.length > p.data.size()) {
            return false;
        }
        std::memmove(p.data.data() + start, p.frame(), p.length);
        p.offset = static_cast<std::uint16_t>(start);
    }
    p.offset = static_cast<std::uint16_t>(p.offset - octets);
    p.length = static_cast<std::uint16_t>(p.length + octets);
    return p.length <= kMaxFrame;
}

void strip(PacketBuf& p, std::uint32_t octets) {
    p.offset = static_cast<std::uint16_t>(p.offset + octets);
    p.length = static_cast<std::uint16_t>(p.length - octets);
}

bool wrapInIpv4(PacketBuf& p, const OuterHeader& header) {
    const std::uint32_t payload = p.length;
    if (!prepend(p, kEthernetHeader + kIpv4Header)) {
        return false;
    }
    std::uint8_t* frame = p.frame();
    std::memset(frame, 0, kEthernetHeader + kIpv4Header);
    storeBe16(frame + 12, kEtherTypeIpv4);
    std::uint8_t* ip = frame + kEthernetHeader;
    ip[0] = 0x45;
    ip[ipv4::kTypeOfService] = header.typeOfService;
    storeBe16(ip + ipv4::kTotalLength, static_cast<std::uint16_t>(kIpv4Header + payload));
    storeBe16(ip + ipv4::kIdentification, header.identification);
    storeBe16(ip + ipv4::kFragment, header.dontFragment ? ipv4::kDontFragment : std::uint16_t{0});
    ip[ipv4::kTtl] = kTunnelTtl;
    ip[ipv4::kProtocol] = header.protocol;
    storeBe32(ip + ipv4::kSource, header.source);
    storeBe32(ip + ipv4::kDestination, header.destination);
    storeBe16(ip + ipv4::kChecksum, checksum(ip, kIpv4Header));
    parse(p);
    return true;
}

void unwrapIpv4(PacketBuf& p, std::uint32_t innerOffset, std::uint32_t length) {
    p.offset = static_cast<std::uint16_t>(p.offset + innerOffset - kEthernetHeader);
    p.length = static_cast<std::uint16_t>(length + kEthernetHeader);
    std::memset(p.frame(), 0, 12);
    storeBe16(p.frame() + 12, kEtherTypeIpv4);
    parse(p);
}

} // namespace agent::dataplane
