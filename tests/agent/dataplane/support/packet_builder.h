// Frames for tests, octet by octet right: lengths and checksums are filled in by build().
//
//   std::vector<std::uint8_t> f = PacketBuilder::udp().from("10.0.0.2", 1000).to("192.0.2.1", 53).macs(kHostA, kRouter).build();
#pragma once

#include "agent/dataplane/parse/arp_message.h"
#include "agent/dataplane/parse/checksum.h"
#include "agent/dataplane/parse/ethernet.h"
#include "agent/dataplane/parse/ipv4.h"
#include "core/base/endian.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace agent::dataplane::test {

using Frame = std::vector<std::uint8_t>;

inline std::uint32_t ip(std::string_view text) {
    std::uint32_t address = 0, octet = 0;
    for (const char c : text) {
        if (c == '.') {
            address = address << 8 | octet;
            octet = 0;
        } else {
            octet = octet * 10 + static_cast<std::uint32_t>(c - '0');
        }
    }
    return address << 8 | octet;
}

class PacketBuilder {
public:
    static PacketBuilder tcp(std::uint8_t flags = tcp::kAck) { return PacketBuilder(kProtocolTcp).flags(flags); }
    static PacketBuilder udp() { return PacketBuilder(kProtocolUdp); }
    static PacketBuilder echoRequest(std::uint16_t identifier = 7) {
        return PacketBuilder(kProtocolIcmp).icmp(icmp::kEchoRequest, identifier);
    }
    static PacketBuilder protocol(std::uint8_t number) { return PacketBuilder(number); }

    PacketBuilder& from(std::string_view address, std::uint16_t port = 0) {
        src_ = ip(address);
        sport_ = port;
        return *this;
    }
    PacketBuilder& to(std::string_view address, std::uint16_t port = 0) {
        dst_ = ip(address);
        dport_ = port;
        return *this;
    }
    PacketBuilder& from(std::uint32_t address, std::uint16_t port) {
        src_ = address;
        sport_ = port;
        return *this;
    }
    PacketBuilder& to(std::uint32_t address, std::uint16_t port) {
        dst_ = address;
        dport_ = port;
        return *this;
    }
    PacketBuilder& macs(MacKey source, MacKey destination) {
        sourceMac_ = source;
        destinationMac_ = destination;
        return *this;
    }
    PacketBuilder& vlan(std::uint16_t vid) {
        vid_ = vid;
        return *this;
    }
    PacketBuilder& ttl(std::uint8_t value) {
        ttl_ = value;
        return *this;
    }
    PacketBuilder& flags(std::uint8_t value) {
        tcpFlags_ = value;
        return *this;
    }
    PacketBuilder& sequence(std::uint32_t seq, std::uint32_t ack = 0) {
        seq_ = seq;
        ack_ = ack;
        return *this;
    }
    PacketBuilder& icmp(std::uint8_t type, std::uint16_t identifier) {
        icmpType_ = type;
        identifier_ = identifier;
        return *this;
    }
    PacketBuilder& payload(std::size_t octets) {
        payload_ = octets;
        return *this;
    }
    // The payload itself, instead of so many octets.
    PacketBuilder& data(std::string_view text) {
        data_.assign(text.begin(), text.end());
        payload_ = data_.size();
        return *this;
    }
    PacketBuilder& window(std::uint16_t value) {
        window_ = value;
        return *this;
    }
    // Whole words.
    PacketBuilder& tcpOptions(Frame octets) {
        tcpOptions_ = std::move(octets);
        return *this;
    }
    PacketBuilder& dscp(std::uint8_t value) {
        dscp_ = value;
        return *this;
    }
    PacketBuilder& options(std::size_t words) {
        options_ = words;
        return *this;
    }
    PacketBuilder& fragment(std::uint16_t field) {
        fragment_ = field;
        return *this;
    } // flags and offset as on the wire
    PacketBuilder& pad(bool on) {
        pad_ = on;
        return *this;
    }

    [[nodiscard]] Frame build() const {
        const std::size_t l4 = protocol_ == kProtocolTcp    ? kTcpHeader + tcpOptions_.size()
                               : protocol_ == kProtocolUdp  ? kUdpHeader
                               : protocol_ == kProtocolIcmp ? kIcmpHeader
                                                            : 0;
        const std::size_t header = kIpv4Header + 4 * options_;
        const std::size_t total = header + l4 + payload_;
        const std::size_t link = vid_ ? 18 : 14;
        Frame f(link + total, 0);
        storeMac(f.data(), destinationMac_);
        storeMac(f.data() + 6, sourceMac_);
        if (vid_) {
            core::base::storeBe16(&f[12], kEtherTypeVlan);
            core::base::storeBe16(&f[14], *vid_);
        }
        core::base::storeBe16(&f[link - 2], kEtherTypeIpv4);
        std::uint8_t* h = f.data() + link;
        h[0] = static_cast<std::uint8_t>(0x40 | header / 4);
        core::base::storeBe16(h + ipv4::kTotalLength, static_cast<std::uint16_t>(total));
        h[ipv4::kTypeOfService] = static_cast<std::uint8_t>(dscp_ << 2);
        core::base::storeBe16(h + ipv4::kIdentification, 0x1234);
        core::base::storeBe16(h + ipv4::kFragment, fragment_);
        h[ipv4::kTtl] = ttl_;
        h[ipv4::kProtocol] = protocol_;
        core::base::storeBe32(h + ipv4::kSource, src_);
        core::base::storeBe32(h + ipv4::kDestination, dst_);
        for (std::size_t i = kIpv4Header; i < header; ++i) {
            h[i] = 1; // no operation
        }
        core::base::storeBe16(h + ipv4::kChecksum, checksum(h, header));
        std::uint8_t* t = h + header;
        for (std::size_t i = 0; i < payload_; ++i) {
            t[l4 + i] = data_.empty() ? static_cast<std::uint8_t>(i * 7 + 3) : data_[i];
        }
        const auto length = static_cast<std::uint32_t>(l4 + payload_);
        if (protocol_ == kProtocolTcp) {
            core::base::storeBe16(t, sport_);
            core::base::storeBe16(t + 2, dport_);
            core::base::storeBe32(t + tcp::kSequence, seq_);
            core::base::storeBe32(t + tcp::kAcknowledgment, ack_);
            t[tcp::kDataOffset] = static_cast<std::uint8_t>((5 + tcpOptions_.size() / 4) << 4);
            std::copy(tcpOptions_.begin(), tcpOptions_.end(), t + kTcpHeader);
            t[tcp::kFlags] = tcpFlags_;
            core::base::storeBe16(t + tcp::kWindow, window_);
            core::base::storeBe16(t + tcp::kChecksum, checksum(t, length, pseudoHeaderSum(src_, dst_, protocol_, length)));
        } else if (protocol_ == kProtocolUdp) {
            core::base::storeBe16(t, sport_);
            core::base::storeBe16(t + 2, dport_);
            core::base::storeBe16(t + udp::kLength, static_cast<std::uint16_t>(length));
            core::base::storeBe16(t + udp::kChecksum, checksum(t, length, pseudoHeaderSum(src_, dst_, protocol_, length)));
        } else if (protocol_ == kProtocolIcmp) {
            t[0] = icmpType_;
            core::base::storeBe16(t + icmp::kIdentifier, identifier_);
            core::base::storeBe16(t + icmp::kChecksum, checksum(t, length));
        }
        if (pad_ && f.size() < kMinFrame) {
            f.resize(kMinFrame, 0);
        }
        return f;
    }

private:
    explicit PacketBuilder(std::uint8_t protocol)
        : protocol_(protocol) {}

    std::uint8_t protocol_, tcpFlags_ = 0, ttl_ = 64, icmpType_ = 0;
    std::uint32_t src_ = 0, dst_ = 0, seq_ = 1, ack_ = 0;
    std::uint16_t sport_ = 0, dport_ = 0, identifier_ = 0, fragment_ = 0;
    MacKey sourceMac_ = 0, destinationMac_ = 0;
    std::optional<std::uint16_t> vid_;
    std::size_t payload_ = 0, options_ = 0;
    Frame data_, tcpOptions_;
    std::uint16_t window_ = 65535;
    std::uint8_t dscp_ = 0;
    bool pad_ = true;
};

inline Frame arpFrame(ArpOperation operation, MacKey sender, std::string_view senderAddress, MacKey target, std::string_view targetAddress,
                      MacKey destination = kBroadcastMac) {
    PacketBuf p{};
    writeArp(p, destination, {operation, sender, ip(senderAddress), target, ip(targetAddress)});
    return {p.frame(), p.frame() + p.length};
}

// True when IPv4 header and TCP, UDP or ICMP checksum of an untagged or tagged frame are right (unfragmented packets only).
inline bool checksumsAreRight(const Frame& f) {
    const std::size_t link = core::base::loadBe16(&f[12]) == kEtherTypeVlan ? 18 : 14;
    const std::uint8_t* h = f.data() + link;
    const std::size_t header = (h[0] & 15u) * 4u;
    const std::uint32_t length = core::base::loadBe16(h + ipv4::kTotalLength) - static_cast<std::uint32_t>(header);
    if (onesSum(h, header) != 0xffff) {
        return false;
    }
    const std::uint8_t protocol = h[ipv4::kProtocol];
    const std::uint32_t pseudo =
        protocol == kProtocolIcmp
            ? 0u
            : pseudoHeaderSum(core::base::loadBe32(h + ipv4::kSource), core::base::loadBe32(h + ipv4::kDestination), protocol, length);
    if (protocol == kProtocolUdp && core::base::loadBe16(h + header + udp::kChecksum) == 0) {
        return true;
    }
    return onesSum(h + header, length, pseudo) == 0xffff;
}

} // namespace agent::dataplane::test
