#include "agent/dataplane/parse/tcp_reset.h"

#include "agent/dataplane/parse/checksum.h"
#include "agent/dataplane/parse/ethernet.h"
#include "agent/dataplane/parse/ipv4.h"
#include "agent/dataplane/parse/parse.h"

#include <cstring>

namespace agent::dataplane {

using core::base::loadBe16;
using core::base::loadBe32;
using core::base::storeBe16;
using core::base::storeBe32;

void writeTcpReset(PacketBuf& packet, const PacketBuf& offender) {
    const std::uint8_t* segment = offender.frame() + offender.l4Offset;
    const std::uint32_t offenderLength =
        loadBe16(offender.frame() + offender.l3Offset + ipv4::kTotalLength) - (offender.l4Offset - std::uint32_t{offender.l3Offset});
    const std::uint32_t headerLength = (segment[tcp::kDataOffset] >> 4) * 4u;

    packet.offset = kHeadroom;
    packet.length = kEthernetHeader + kIpv4Header + kTcpHeader;
    std::uint8_t* frame = packet.frame();
    std::memset(frame, 0, packet.length);
    storeBe16(frame + 12, kEtherTypeIpv4);
    std::uint8_t* ip = frame + kEthernetHeader;
    ip[0] = 0x45;
    storeBe16(ip + ipv4::kTotalLength, kIpv4Header + kTcpHeader);
    storeBe16(ip + ipv4::kFragment, ipv4::kDontFragment);
    ip[ipv4::kTtl] = 64;
    ip[ipv4::kProtocol] = kProtocolTcp;
    storeBe32(ip + ipv4::kSource, offender.dst);
    storeBe32(ip + ipv4::kDestination, offender.src);
    storeBe16(ip + ipv4::kChecksum, checksum(ip, kIpv4Header));

    std::uint8_t* reset = ip + kIpv4Header;
    storeBe16(reset, offender.dport);
    storeBe16(reset + 2, offender.sport);
    reset[tcp::kDataOffset] = 5 << 4;
    if ((offender.tcpFlags & tcp::kAck) != 0) {
        storeBe32(reset + tcp::kSequence, loadBe32(segment + tcp::kAcknowledgment));
        reset[tcp::kFlags] = tcp::kRst;
    } else {
        // SYN and FIN each take one sequence number.
        std::uint32_t length = offenderLength > headerLength ? offenderLength - headerLength : 0;
        length += (offender.tcpFlags & tcp::kSyn) != 0 ? 1u : 0u;
        length += (offender.tcpFlags & tcp::kFin) != 0 ? 1u : 0u;
        storeBe32(reset + tcp::kAcknowledgment, loadBe32(segment + tcp::kSequence) + length);
        reset[tcp::kFlags] = tcp::kRst | tcp::kAck;
    }
    storeBe16(reset + tcp::kChecksum, checksum(reset, kTcpHeader, pseudoHeaderSum(offender.dst, offender.src, kProtocolTcp, kTcpHeader)));
    parse(packet);
}

} // namespace agent::dataplane
