// IPv6 frames for tests, octet by octet right: lengths and checksums are filled in by build().
//
//   Frame f = Packet6Builder::udp().from("2001:db8:1::2", 1000).to("2001:db8:2::2", 53).macs(kHostA, kRouter).build();
//   f = Packet6Builder::icmpv6(128).extension(60, 8)…   // destination options header of 8 octets in front
#pragma once

#include "agent/dataplane/parse/icmpv6_message.h"
#include "agent/dataplane/parse/ipv6.h"
#include "agent/dataplane/parse/neighbour_message.h"
#include "tests/agent/dataplane/support/packet_builder.h"

#include <cstdlib>
#include <string>

namespace agent::dataplane::test {

// "2001:db8::1": groups of hex digits and one "::".
inline Ipv6Address ip6(std::string_view text) {
    std::array<std::uint16_t, 8> groups{};
    std::vector<std::uint16_t> head, tail;
    std::vector<std::uint16_t>* into = &head;
    std::string digits;
    const auto flush = [&] {
        if (!digits.empty()) {
            into->push_back(static_cast<std::uint16_t>(std::strtoul(digits.c_str(), nullptr, 16)));
            digits.clear();
        }
    };
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != ':') {
            digits += text[i];
            continue;
        }
        flush();
        if (i + 1 < text.size() && text[i + 1] == ':') {
            into = &tail;
        }
    }
    flush();
    std::copy(head.begin(), head.end(), groups.begin());
    std::copy(tail.begin(), tail.end(), groups.end() - static_cast<std::ptrdiff_t>(tail.size()));
    Ipv6Address out;
    for (std::size_t i = 0; i < 4; ++i) {
        out.high = out.high << 16 | groups[i];
        out.low = out.low << 16 | groups[4 + i];
    }
    return out;
}

class Packet6Builder {
public:
    static Packet6Builder tcp(std::uint8_t flags = tcp::kAck) {
        Packet6Builder b(kProtocolTcp);
        b.tcpFlags_ = flags;
        return b;
    }
    static Packet6Builder udp() { return Packet6Builder(kProtocolUdp); }
    static Packet6Builder icmpv6(std::uint8_t type, std::uint16_t identifier = 7) {
        Packet6Builder b(kProtocolIcmpv6);
        b.type_ = type;
        b.sport_ = identifier;
        return b;
    }
    static Packet6Builder protocol(std::uint8_t number) { return Packet6Builder(number); }

    Packet6Builder& from(std::string_view address, std::uint16_t port = 0) {
        src_ = ip6(address);
        sport_ = port != 0 ? port : sport_;
        return *this;
    }
    Packet6Builder& to(std::string_view address, std::uint16_t port = 0) {
        dst_ = ip6(address);
        dport_ = port;
        return *this;
    }
    Packet6Builder& macs(MacKey source, MacKey destination) {
        sourceMac_ = source;
        destinationMac_ = destination;
        return *this;
    }
    Packet6Builder& hopLimit(std::uint8_t value) {
        hopLimit_ = value;
        return *this;
    }
    Packet6Builder& payload(std::size_t octets) {
        payload_ = octets;
        return *this;
    }
    Packet6Builder& quote(const Frame& frame) { // behind the ICMPv6 header
        quoted_.assign(frame.begin() + 14, frame.end());
        return *this;
    }
    // An extension header of this kind and length (a multiple of 8), its content padding options.
    Packet6Builder& extension(std::uint8_t kind, std::size_t octets) {
        Frame header(octets, 0);
        header[1] = static_cast<std::uint8_t>(octets / 8 - 1);
        if (octets > 2) {
            header[2] = 1; // PadN
            header[3] = static_cast<std::uint8_t>(octets - 4);
        }
        extensions_.emplace_back(kind, header);
        return *this;
    }
    Packet6Builder& fragment(std::uint32_t identification, std::uint16_t offset, bool more) {
        Frame header(8, 0);
        core::base::storeBe16(&header[2], static_cast<std::uint16_t>(offset | (more ? 1 : 0)));
        core::base::storeBe32(&header[4], identification);
        extensions_.emplace_back(ipv6::kFragment, header);
        return *this;
    }

    [[nodiscard]] Frame build() const {
        const std::size_t l4 = protocol_ == kProtocolTcp ? kTcpHeader : protocol_ == kProtocolUdp || protocol_ == kProtocolIcmpv6 ? 8 : 0;
        Frame t(l4 + payload_ + quoted_.size(), 0);
        for (std::size_t i = 0; i < payload_; ++i) {
            t[l4 + i] = static_cast<std::uint8_t>(i * 7 + 3);
        }
        std::copy(quoted_.begin(), quoted_.end(), t.begin() + static_cast<std::ptrdiff_t>(l4 + payload_));
        const auto length = static_cast<std::uint32_t>(t.size());
        if (protocol_ == kProtocolTcp || protocol_ == kProtocolUdp) {
            core::base::storeBe16(&t[0], sport_);
            core::base::storeBe16(&t[2], dport_);
        }
        std::size_t sum = 0;
        if (protocol_ == kProtocolTcp) {
            core::base::storeBe32(&t[tcp::kSequence], 1);
            t[tcp::kDataOffset] = 5 << 4;
            t[tcp::kFlags] = tcpFlags_;
            core::base::storeBe16(&t[tcp::kWindow], 65535);
            sum = tcp::kChecksum;
        } else if (protocol_ == kProtocolUdp) {
            core::base::storeBe16(&t[udp::kLength], static_cast<std::uint16_t>(length));
            sum = udp::kChecksum;
        } else if (protocol_ == kProtocolIcmpv6) {
            t[0] = type_;
            if (type_ >= 128) {
                core::base::storeBe16(&t[icmp::kIdentifier], sport_);
            }
            sum = icmp::kChecksum;
        }
        if (sum != 0) {
            core::base::storeBe16(&t[sum], checksum(t.data(), length, pseudoHeaderSum6(src_, dst_, protocol_, length)));
        }
        Frame f(54, 0);
        storeMac(f.data(), destinationMac_);
        storeMac(f.data() + 6, sourceMac_);
        core::base::storeBe16(&f[12], kEtherTypeIpv6);
        f[14] = 0x60;
        f[14 + ipv6::kHopLimit] = hopLimit_;
        storeIpv6(&f[14 + ipv6::kSource], src_);
        storeIpv6(&f[14 + ipv6::kDestination], dst_);
        std::size_t next = 14 + ipv6::kNextHeader;
        for (const auto& [kind, header] : extensions_) {
            f[next] = kind;
            next = f.size();
            f.insert(f.end(), header.begin(), header.end());
        }
        f[next] = protocol_;
        f.insert(f.end(), t.begin(), t.end());
        core::base::storeBe16(&f[14 + ipv6::kPayloadLength], static_cast<std::uint16_t>(f.size() - 54));
        return f;
    }

private:
    explicit Packet6Builder(std::uint8_t protocol)
        : protocol_(protocol) {}

    std::uint8_t protocol_, tcpFlags_ = 0, hopLimit_ = 64, type_ = 0;
    Ipv6Address src_, dst_;
    std::uint16_t sport_ = 0, dport_ = 0;
    MacKey sourceMac_ = 0, destinationMac_ = 0;
    std::size_t payload_ = 0;
    Frame quoted_;
    std::vector<std::pair<std::uint8_t, Frame>> extensions_;
};

inline Frame neighbourFrame(MacKey sender, MacKey receiver, const NeighbourMessage& message) {
    PacketBuf p{};
    writeNeighbourMessage(p, sender, receiver, message);
    return {p.frame(), p.frame() + p.length};
}

} // namespace agent::dataplane::test
