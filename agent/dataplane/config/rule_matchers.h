// The rarer matchers of a firewall rule, one type each; a rule holds a list of them (RuleMatch::more), each of which must hold. They are
// asked after the cheap matchers, in the order given, so whoever builds the list puts the costly ones last.
//
//   RuleMatch m;
//   m.more.push_back({match::Dscp{46}, false});
//   m.more.push_back({match::Random{10}, true});    // random=!10
//
// Names and meanings are RouterOS's (manual page "Common Firewall Matchers").
#pragma once

#include "agent/dataplane/config/addresses.h"
#include "agent/dataplane/packet/packet_buf.h"

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace agent::dataplane {

// Bits of src-address-type and dst-address-type.
enum AddressTypeBit : std::uint8_t {
    kAddressUnicast = 1 << 0,
    kAddressLocal = 1 << 1,
    kAddressBroadcast = 1 << 2,
    kAddressMulticast = 1 << 3,
    kAddressBlackhole = 1 << 4,
    kAddressUnreachable = 1 << 5,
    kAddressProhibit = 1 << 6,
};

// Connection tracking helpers: connection-type, /ip/firewall/service-port.
enum class Helper : std::uint8_t { None, Ftp, Sip, Tftp, Irc, H323, Pptp, Rtsp, Dccp, Sctp, UdpLite };

namespace match {

struct SrcMac {
    Mac mac;
    bool operator==(const SrcMac&) const = default;
};
struct AddressType {
    bool source = true;
    std::uint8_t types = 0; // AddressTypeBit, any of them
    bool operator==(const AddressType&) const = default;
};
enum class TtlIs : std::uint8_t { Equal, NotEqual, Less, Greater };
struct Ttl {
    TtlIs is = TtlIs::Equal;
    std::uint8_t value = 0;
    bool operator==(const Ttl&) const = default;
};
struct Dscp {
    std::uint8_t value = 0;
    bool operator==(const Dscp&) const = default;
};
// Octets of the IPv4 packet.
struct PacketSize {
    std::uint16_t first = 0, last = 0xffff;
    bool operator==(const PacketSize&) const = default;
};
// GLOB pattern for the server name of a TLS ClientHello that lies whole in the packet (RFC 6066 section 3).
struct TlsHost {
    std::string pattern;
    bool operator==(const TlsHost&) const = default;
};
enum class Ipv4OptionIs : std::uint8_t {
    Any, None, LooseSourceRouting, StrictSourceRouting, NoSourceRouting, RecordRoute, NoRecordRoute, RouterAlert, NoRouterAlert,
    Timestamp, NoTimestamp,
};
struct Ipv4Options {
    Ipv4OptionIs is = Ipv4OptionIs::Any;
    bool operator==(const Ipv4Options&) const = default;
};
// Value of the MSS option (RFC 9293 section 3.7.1); a packet without one has no such value.
struct TcpMss {
    std::uint16_t first = 0, last = 0xffff;
    bool operator==(const TcpMss&) const = default;
};
// icmp-options=type:code
struct IcmpOptions {
    std::uint8_t type = 0, firstCode = 0, lastCode = 255;
    bool operator==(const IcmpOptions&) const = default;
};
// There is no hotspot here: every packet has none of its states. `wanted`: at least one state is asked for without "!".
struct Hotspot {
    bool wanted = false;
    bool operator==(const Hotspot&) const = default;
};
struct IpsecPolicy {
    bool in = true;     // the policy the packet came by; else the one it will leave by
    bool ipsec = false; // there is one; else there is none
    bool operator==(const IpsecPolicy&) const = default;
};
// Bridge ports of bridged packets (use-ip-firewall).
struct BridgePort {
    bool in = true;
    std::vector<IfIndex> ports;
    bool operator==(const BridgePort&) const = default;
};
// Octets of both directions; last 0: no upper end.
struct ConnectionBytes {
    std::uint64_t first = 0, last = 0;
    bool operator==(const ConnectionBytes&) const = default;
};
// More than `limit` connections are open from the packet's source network of `length` bits.
struct ConnectionLimit {
    std::uint32_t limit = 0;
    std::uint8_t length = 32;
    bool operator==(const ConnectionLimit&) const = default;
};
// Bits per second of both directions.
struct ConnectionRate {
    std::uint64_t first = 0, last = 0;
    bool operator==(const ConnectionRate&) const = default;
};
// The connection is one that this helper announced.
struct ConnectionType {
    Helper helper = Helper::None;
    bool operator==(const ConnectionType&) const = default;
};
struct Content {
    std::string text;
    bool operator==(const Content&) const = default;
};
struct PortScan { // psd
    std::uint32_t weightThreshold = 21;
    core::base::Nanos delayThreshold = 3 * core::base::kSecond;
    std::uint32_t lowPortWeight = 3, highPortWeight = 1;
    bool operator==(const PortScan&) const = default;
};
struct Layer7 {
    std::string name, regexp;
    bool operator==(const Layer7&) const = default;
};
// Seconds of the day and bits of days (bit 0 Sunday) by the router's clock; first > last spans midnight.
struct Time {
    std::uint32_t first = 0, last = 86400;
    std::uint8_t days = 0x7f;
    bool operator==(const Time&) const = default;
};
struct Random {
    std::uint8_t percent = 0;
    bool operator==(const Random&) const = default;
};
struct Nth {
    std::uint32_t every = 1, packet = 1; // the `packet`th of each `every`
    bool operator==(const Nth&) const = default;
};
enum PccField : std::uint8_t { kPccSrcAddress = 1, kPccDstAddress = 2, kPccSrcPort = 4, kPccDstPort = 8 };
struct PerConnectionClassifier {
    std::uint8_t fields = 0; // PccField
    std::uint32_t denominator = 1, remainder = 0;
    bool operator==(const PerConnectionClassifier&) const = default;
};
// `count` per `per`, with `burst` more once in a while; in packets, or in bits.
struct Rate {
    std::uint64_t count = 1;
    core::base::Nanos per = core::base::kSecond;
    std::uint64_t burst = 5;
    bool bits = false;
    bool operator==(const Rate&) const = default;
};
struct Limit {
    Rate rate;
    bool operator==(const Limit&) const = default;
};
struct DstLimit {
    Rate rate;
    std::uint8_t fields = kPccDstAddress; // PccField: what has a rate of its own
    core::base::Nanos expire = 10 * core::base::kSecond;
    bool operator==(const DstLimit&) const = default;
};

using Any = std::variant<SrcMac, AddressType, Ttl, Dscp, PacketSize, TlsHost, Ipv4Options, TcpMss, IcmpOptions, Hotspot, IpsecPolicy,
                         BridgePort, ConnectionBytes, ConnectionLimit, ConnectionRate, ConnectionType, Content, PortScan, Layer7, Time,
                         Random, Nth, PerConnectionClassifier, Limit, DstLimit>;

} // namespace match

struct MoreMatch {
    match::Any what;
    bool negate = false;
    bool operator==(const MoreMatch&) const = default;
};

} // namespace agent::dataplane
