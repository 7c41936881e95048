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

namespace {

struct Answer {
    std::uint32_t sequence = 0, acknowledgment = 0;
    std::uint8_t flags = 0;
};

// Sequence numbers a segment takes: its payload, and one each for SYN and FIN.
std::uint32_t sequenceLength(const PacketBuf& p) {
    const std::uint32_t length = loadBe16(p.frame() + p.l3Offset + ipv4::kTotalLength) - (p.l4Offset - std::uint32_t{p.l3Offset});
    const std::uint32_t header = (p.frame()[p.l4Offset + tcp::kDataOffset] >> 4) * 4u;
    return (length > header ? length - header : 0) + ((p.tcpFlags & tcp::kSyn) != 0 ? 1u : 0u) + ((p.tcpFlags & tcp::kFin) != 0 ? 1u : 0u);
}

// A segment without payload, options or window, back to where `offender` came from.
void writeAnswer(PacketBuf& packet, const PacketBuf& offender, const Answer& answer) {
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

    std::uint8_t* segment = ip + kIpv4Header;
    storeBe16(segment, offender.dport);
    storeBe16(segment + 2, offender.sport);
    segment[tcp::kDataOffset] = 5 << 4;
    storeBe32(segment + tcp::kSequence, answer.sequence);
    storeBe32(segment + tcp::kAcknowledgment, answer.acknowledgment);
    segment[tcp::kFlags] = answer.flags;
    storeBe16(segment + tcp::kChecksum, checksum(segment, kTcpHeader, pseudoHeaderSum(offender.dst, offender.src, kProtocolTcp, kTcpHeader)));
    parse(packet);
}

} // namespace

void writeTcpReset(PacketBuf& packet, const PacketBuf& offender) {
    const std::uint8_t* segment = offender.frame() + offender.l4Offset;
    if ((offender.tcpFlags & tcp::kAck) != 0) {
        writeAnswer(packet, offender, {loadBe32(segment + tcp::kAcknowledgment), 0, tcp::kRst});
    } else {
        writeAnswer(packet, offender, {0, loadBe32(segment + tcp::kSequence) + sequenceLength(offender), tcp::kRst | tcp::kAck});
    }
}

bool mayBeTarpitted(const PacketBuf& segment) {
    const auto flags = segment.tcpFlags & (tcp::kSyn | tcp::kAck | tcp::kFin | tcp::kRst);
    return flags == tcp::kSyn || flags == tcp::kAck;
}

void writeTarpitAnswer(PacketBuf& packet, const PacketBuf& segment) {
    const std::uint8_t* header = segment.frame() + segment.l4Offset;
    const std::uint32_t next = loadBe32(header + tcp::kSequence) + sequenceLength(segment);
    if ((segment.tcpFlags & tcp::kSyn) != 0) {
        writeAnswer(packet, segment, {~next, next, tcp::kSyn | tcp::kAck}); // any first sequence number will do: nothing is remembered
    } else {
        writeAnswer(packet, segment, {loadBe32(header + tcp::kAcknowledgment), next, tcp::kAck});
    }
}

} // namespace agent::dataplane
