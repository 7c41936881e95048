// Whole IPv4 packets for tests of conntrack, nat and classifier: built octet by octet with full checksums, then parsed.
#pragma once

#include "agent/dataplane/packet/packet_pool.h"
#include "agent/dataplane/parse/checksum.h"
#include "agent/dataplane/parse/ethernet.h"
#include "agent/dataplane/parse/ipv4.h"
#include "agent/dataplane/parse/parse.h"
#include "core/base/endian.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace agent::dataplane::testing {

using core::base::loadBe16;
using core::base::storeBe16;
using core::base::storeBe32;

using Octets = std::vector<std::uint8_t>;

constexpr std::uint32_t ip(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) { return a << 24 | b << 16 | c << 8 | d; }

inline void fillTransportChecksum(std::uint8_t* l4, std::size_t length, std::uint32_t src, std::uint32_t dst, std::uint8_t protocol) {
    const std::size_t at = protocol == kProtocolTcp ? tcp::kChecksum : protocol == kProtocolUdp ? udp::kChecksum : icmp::kChecksum;
    storeBe16(l4 + at, 0);
    const std::uint32_t pseudo = protocol == kProtocolIcmp ? 0 : pseudoHeaderSum(src, dst, protocol, static_cast<std::uint32_t>(length));
    std::uint16_t sum = checksum(l4, length, pseudo);
    if (protocol == kProtocolUdp && sum == 0) {
        sum = 0xffff;
    }
    storeBe16(l4 + at, sum);
}

// IPv4 packet around a transport segment.
inline Octets ipv4Packet(std::uint32_t src, std::uint32_t dst, std::uint8_t protocol, const Octets& segment,
                         std::uint16_t identification = 1, std::uint16_t fragment = 0) {
    Octets packet(kIpv4Header);
    packet[0] = 0x45;
    storeBe16(&packet[ipv4::kTotalLength], static_cast<std::uint16_t>(kIpv4Header + segment.size()));
    storeBe16(&packet[ipv4::kIdentification], identification);
    storeBe16(&packet[ipv4::kFragment], fragment);
    packet[ipv4::kTtl] = 64;
    packet[ipv4::kProtocol] = protocol;
    storeBe32(&packet[ipv4::kSource], src);
    storeBe32(&packet[ipv4::kDestination], dst);
    storeBe16(&packet[ipv4::kChecksum], checksum(packet.data(), kIpv4Header));
    packet.insert(packet.end(), segment.begin(), segment.end());
    return packet;
}

inline Octets tcpSegment(std::uint32_t src, std::uint32_t dst, std::uint16_t sport, std::uint16_t dport, std::uint8_t flags,
                         const Octets& data = {}) {
    Octets s(kTcpHeader);
    storeBe16(&s[0], sport);
    storeBe16(&s[2], dport);
    s[tcp::kDataOffset] = 0x50;
    s[tcp::kFlags] = flags;
    storeBe16(&s[tcp::kWindow], 4096);
    s.insert(s.end(), data.begin(), data.end());
    fillTransportChecksum(s.data(), s.size(), src, dst, kProtocolTcp);
    return s;
}

inline Octets udpDatagram(std::uint32_t src, std::uint32_t dst, std::uint16_t sport, std::uint16_t dport, const Octets& data = {}) {
    Octets s(kUdpHeader);
    storeBe16(&s[0], sport);
    storeBe16(&s[2], dport);
    storeBe16(&s[udp::kLength], static_cast<std::uint16_t>(kUdpHeader + data.size()));
    s.insert(s.end(), data.begin(), data.end());
    fillTransportChecksum(s.data(), s.size(), src, dst, kProtocolUdp);
    return s;
}

inline Octets icmpMessage(std::uint8_t type, std::uint8_t code, std::uint16_t identifier, const Octets& data = {}) {
    Octets s(kIcmpHeader);
    s[0] = type;
    s[icmp::kCode] = code;
    storeBe16(&s[icmp::kIdentifier], identifier);
    s.insert(s.end(), data.begin(), data.end());
    fillTransportChecksum(s.data(), s.size(), 0, 0, kProtocolIcmp);
    return s;
}

inline Octets l3Octets(const PacketBuf& p) { return {p.frame() + p.l3Offset, p.frame() + p.length}; }

// Full recomputation of every checksum in the packet; a UDP checksum of zero is fine.
inline bool checksumsAreValid(const PacketBuf& p) {
    const Octets packet = l3Octets(p);
    if (onesSum(packet.data(), kIpv4Header) != 0xffff) {
        return false;
    }
    if ((p.flags & kIsFragment) != 0) {
        return true; // the transport checksum spans the whole datagram
    }
    const std::uint8_t* l4 = packet.data() + kIpv4Header;
    const std::size_t length = packet.size() - kIpv4Header;
    if (p.protocol == kProtocolUdp && loadBe16(l4 + udp::kChecksum) == 0) {
        return true;
    }
    if (p.protocol != kProtocolTcp && p.protocol != kProtocolUdp && p.protocol != kProtocolIcmp) {
        return true;
    }
    const std::uint32_t pseudo =
        p.protocol == kProtocolIcmp ? 0 : pseudoHeaderSum(p.src, p.dst, p.protocol, static_cast<std::uint32_t>(length));
    return onesSum(l4, length, pseudo) == 0xffff;
}

// Makes packets and takes them back when it goes.
class Packets {
public:
    ~Packets() {
        for (PacketBuf* p : taken_) {
            pool_.give(p);
        }
    }

    PacketBuf* raw(const Octets& l3) {
        PacketBuf* p = pool_.take();
        if (p == nullptr) {
            std::abort(); // the test made more packets than the pool holds
        }
        taken_.push_back(p);
        p->inPort = 0;
        p->inInterface = 0;
        p->length = static_cast<std::uint16_t>(kEthernetHeader + l3.size());
        std::memset(p->frame(), 0, kEthernetHeader);
        storeBe16(p->frame() + 12, kEtherTypeIpv4);
        std::memcpy(p->frame() + kEthernetHeader, l3.data(), l3.size());
        parse(*p);
        return p;
    }
    PacketBuf* tcp(std::uint32_t src, std::uint16_t sport, std::uint32_t dst, std::uint16_t dport, std::uint8_t flags,
                   const Octets& data = {}) {
        return raw(ipv4Packet(src, dst, kProtocolTcp, tcpSegment(src, dst, sport, dport, flags, data)));
    }
    PacketBuf* udp(std::uint32_t src, std::uint16_t sport, std::uint32_t dst, std::uint16_t dport, const Octets& data = {}) {
        return raw(ipv4Packet(src, dst, kProtocolUdp, udpDatagram(src, dst, sport, dport, data)));
    }
    PacketBuf* icmp(std::uint32_t src, std::uint32_t dst, std::uint8_t type, std::uint16_t identifier, const Octets& data = {1, 2, 3, 4}) {
        return raw(ipv4Packet(src, dst, kProtocolIcmp, icmpMessage(type, 0, identifier, data)));
    }
    PacketBuf* other(std::uint32_t src, std::uint32_t dst, std::uint8_t protocol) {
        return raw(ipv4Packet(src, dst, protocol, Octets(16)));
    }
    // An ICMP error that quotes the first `quote` octets of an IPv4 packet.
    PacketBuf* icmpError(std::uint32_t src, std::uint32_t dst, std::uint8_t type, Octets quoted, std::size_t quote = 28) {
        quoted.resize(std::min(quoted.size(), quote));
        return raw(ipv4Packet(src, dst, kProtocolIcmp, icmpMessage(type, 1, 0, quoted)));
    }

private:
    PacketPool pool_{4096};
    std::vector<PacketBuf*> taken_;
};

} // namespace agent::dataplane::testing
