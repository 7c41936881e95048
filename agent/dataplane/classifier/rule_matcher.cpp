#include "agent/dataplane/classifier/rule_matcher.h"

#include "agent/dataplane/classifier/program.h"

namespace agent::dataplane {

std::unique_ptr<RuleMatcher> makeMatcher(const match::Any& what, MatchEnvironment& environment) {
    if (auto matcher = makeHeaderMatcher(what)) {
        return matcher;
    }
    if (auto matcher = makeConnectionMatcher(what)) {
        return matcher;
    }
    if (auto matcher = makeRateMatcher(what)) {
        return matcher;
    }
    if (auto matcher = makeChanceMatcher(what)) {
        return matcher;
    }
    return makePayloadMatcher(what, environment);
}

std::uint8_t dependenceOf(const match::Any& what) {
    struct Judge {
        // The same for every packet of a connection's direction.
        std::uint8_t operator()(const match::AddressType&) const { return 0; }
        std::uint8_t operator()(const match::Hotspot&) const { return 0; }
        std::uint8_t operator()(const match::ConnectionType&) const { return 0; }
        std::uint8_t operator()(const match::PerConnectionClassifier&) const { return 0; }
        // The packet alone decides.
        std::uint8_t operator()(const match::SrcMac&) const { return kOnPacket; }
        std::uint8_t operator()(const match::Ttl&) const { return kOnPacket; }
        std::uint8_t operator()(const match::Dscp&) const { return kOnPacket; }
        std::uint8_t operator()(const match::PacketSize&) const { return kOnPacket; }
        std::uint8_t operator()(const match::TlsHost&) const { return kOnPacket; }
        std::uint8_t operator()(const match::Ipv4Options&) const { return kOnPacket; }
        std::uint8_t operator()(const match::TcpMss&) const { return kOnPacket; }
        std::uint8_t operator()(const match::IcmpOptions&) const { return kOnPacket; }
        std::uint8_t operator()(const match::IpsecPolicy&) const { return kOnPacket; }
        std::uint8_t operator()(const match::BridgePort&) const { return kOnPacket; }
        std::uint8_t operator()(const match::Content&) const { return kOnPacket; }
        // What came before, or the time.
        std::uint8_t operator()(const match::ConnectionBytes&) const { return kOnHistory; }
        std::uint8_t operator()(const match::ConnectionLimit&) const { return kOnHistory; }
        std::uint8_t operator()(const match::ConnectionRate&) const { return kOnHistory; }
        std::uint8_t operator()(const match::PortScan&) const { return kOnHistory; }
        std::uint8_t operator()(const match::Layer7&) const { return kOnPacket | kOnHistory; }
        std::uint8_t operator()(const match::Time&) const { return kOnHistory; }
        std::uint8_t operator()(const match::Random&) const { return kOnHistory; }
        std::uint8_t operator()(const match::Nth&) const { return kOnHistory; }
        std::uint8_t operator()(const match::Limit&) const { return kOnHistory; }
        std::uint8_t operator()(const match::DstLimit&) const { return kOnHistory; }
    };
    return std::visit(Judge{}, what);
}

} // namespace agent::dataplane
