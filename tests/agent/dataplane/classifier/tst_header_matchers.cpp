// Matchers on header fields: what they hold for, what they do not, and negated.
#include "tests/agent/dataplane/classifier/rule_bench.h"

#include "agent/dataplane/parse/parse.h"

#include <QtTest>

using namespace agent::dataplane;
using namespace agent::dataplane::testing;

namespace {

// Holds for `yes`, not for `no`; the other way round when negated.
bool tells(const match::Any& what, PacketBuf* yes, PacketBuf* no) {
    RuleBench plain(what), negated(what, true);
    return plain.hits(yes) && !plain.hits(no) && !negated.hits(yes) && negated.hits(no);
}

struct Types final : AddressTypes {
    std::uint8_t typeOf(std::uint32_t address) const override { return address == RuleBench::kServer ? kAddressLocal : kAddressUnicast; }
};

} // namespace

class HeaderMatchers : public QObject {
    Q_OBJECT

    Packets packets;
    PacketBuf* udp(const Octets& data = {}) { return packets.udp(RuleBench::kClient, 1000, RuleBench::kServer, 53, data); }
    PacketBuf* changed(std::size_t at, std::uint8_t value) { // octet of the IPv4 header
        PacketBuf* p = udp();
        p->frame()[p->l3Offset + at] = value;
        std::uint8_t* h = p->frame() + p->l3Offset;
        storeBe16(h + ipv4::kChecksum, 0);
        storeBe16(h + ipv4::kChecksum, checksum(h, kIpv4Header));
        parse(*p);
        return p;
    }
    // UDP behind an IPv4 header with options.
    PacketBuf* withOptions(const Octets& options) {
        Octets packet = ipv4Packet(RuleBench::kClient, RuleBench::kServer, kProtocolUdp,
                                   udpDatagram(RuleBench::kClient, RuleBench::kServer, 1, 2));
        packet.insert(packet.begin() + kIpv4Header, options.begin(), options.end());
        packet[0] = static_cast<std::uint8_t>(0x45 + options.size() / 4);
        storeBe16(&packet[ipv4::kTotalLength], static_cast<std::uint16_t>(packet.size()));
        storeBe16(&packet[ipv4::kChecksum], 0);
        storeBe16(&packet[ipv4::kChecksum], checksum(packet.data(), kIpv4Header + options.size()));
        return packets.raw(packet);
    }
    // SYN with TCP options.
    PacketBuf* syn(const Octets& options) {
        Octets s = tcpSegment(RuleBench::kClient, RuleBench::kServer, 1000, 80, tcp::kSyn, options);
        s[tcp::kDataOffset] = static_cast<std::uint8_t>((5 + options.size() / 4) << 4);
        fillTransportChecksum(s.data(), s.size(), RuleBench::kClient, RuleBench::kServer, kProtocolTcp);
        return packets.raw(ipv4Packet(RuleBench::kClient, RuleBench::kServer, kProtocolTcp, s));
    }

private Q_SLOTS:
    void srcMacAddress() {
        PacketBuf* yes = udp();
        yes->frame()[6] = 2;
        yes->frame()[11] = 9;
        QVERIFY(tells(match::SrcMac{{{2, 0, 0, 0, 0, 9}}}, yes, udp()));
        yes->inInterface = kNoInterface; // the router's own
        QVERIFY(!RuleBench(match::SrcMac{{{2, 0, 0, 0, 0, 9}}}).hits(yes));
    }

    void addressTypes() {
        const Types types;
        RuleBench local(match::AddressType{false, kAddressLocal | kAddressBroadcast}), unicast(match::AddressType{true, kAddressUnicast}),
            notLocal(match::AddressType{false, kAddressLocal}, true);
        for (RuleBench* b : {&local, &unicast, &notLocal}) {
            b->classifier.setAddressTypes(types);
        }
        QVERIFY(local.hits(udp()));
        QVERIFY(unicast.hits(udp()));
        QVERIFY(!notLocal.hits(udp()));
        QVERIFY(!local.hits(packets.udp(RuleBench::kServer, 1, RuleBench::kClient, 2)));
        RuleBench multicast(match::AddressType{false, kAddressMulticast}); // without a routing table
        QVERIFY(multicast.hits(packets.udp(1, 1, ip(224, 0, 0, 5), 2)));
    }

    void ttl() {
        using enum match::TtlIs;
        PacketBuf* five = changed(ipv4::kTtl, 5);
        PacketBuf* six = changed(ipv4::kTtl, 6);
        QVERIFY(tells(match::Ttl{Equal, 5}, five, six));
        QVERIFY(tells(match::Ttl{NotEqual, 5}, six, five));
        QVERIFY(tells(match::Ttl{Less, 6}, five, six));
        QVERIFY(tells(match::Ttl{Greater, 5}, six, five));
    }

    void dscp() { QVERIFY(tells(match::Dscp{46}, changed(ipv4::kTypeOfService, 46 << 2 | 1), changed(ipv4::kTypeOfService, 45 << 2))); }

    void packetSize() {
        QVERIFY(tells(match::PacketSize{28, 28}, udp(), udp({1})));
        QVERIFY(tells(match::PacketSize{29, 100}, udp({1}), udp()));
    }

    void ipv4Options() {
        using enum match::Ipv4OptionIs;
        PacketBuf* alert = withOptions({148, 4, 0, 0});
        PacketBuf* record = withOptions({1, 7, 7, 4, 0, 0, 0, 0});
        PacketBuf* none = udp();
        QVERIFY(tells(match::Ipv4Options{Any}, alert, none));
        QVERIFY(tells(match::Ipv4Options{None}, none, alert));
        QVERIFY(tells(match::Ipv4Options{RouterAlert}, alert, record));
        QVERIFY(tells(match::Ipv4Options{RecordRoute}, record, alert));
        QVERIFY(tells(match::Ipv4Options{NoRecordRoute}, alert, record));
        QVERIFY(tells(match::Ipv4Options{LooseSourceRouting}, withOptions({131, 3, 4, 0}), none));
        QVERIFY(tells(match::Ipv4Options{StrictSourceRouting}, withOptions({137, 3, 4, 0}), none));
        QVERIFY(tells(match::Ipv4Options{NoSourceRouting}, none, withOptions({137, 3, 4, 0})));
        QVERIFY(tells(match::Ipv4Options{Timestamp}, withOptions({68, 4, 5, 0}), none));
        QVERIFY(tells(match::Ipv4Options{NoRouterAlert}, withOptions({148, 9, 0, 0}), alert)); // cut short: none that can be read
    }

    void tcpMss() {
        QVERIFY(tells(match::TcpMss{1301, 65535}, syn({2, 4, 5, 0xb4}), syn({2, 4, 5, 0x14})));
        QVERIFY(tells(match::TcpMss{1460, 1460}, syn({1, 3, 3, 7, 2, 4, 5, 0xb4}), syn({})));
        QVERIFY(!RuleBench(match::TcpMss{0, 65535}).hits(udp()));
    }

    void icmpOptionsWithACode() {
        const auto error = [&](std::uint8_t code) {
            return packets.raw(ipv4Packet(1, 2, kProtocolIcmp, icmpMessage(3, code, 0, Octets(28))));
        };
        QVERIFY(tells(match::IcmpOptions{3, 4, 4}, error(4), error(3)));
        QVERIFY(tells(match::IcmpOptions{3, 0, 3}, error(3), error(4)));
        QVERIFY(tells(match::IcmpOptions{3, 4, 4}, error(4), udp()));
    }

    void hotspotStatesAreAllFalse() {
        QVERIFY(!RuleBench(match::Hotspot{true}).hits(udp()));
        QVERIFY(RuleBench(match::Hotspot{false}).hits(udp()));
    }

    void ipsecPolicyIsWhatThePipelineSays() {
        for (const bool in : {true, false}) {
            RuleBench with(match::IpsecPolicy{in, true}), without(match::IpsecPolicy{in, false});
            QVERIFY(!with.hits(udp()));
            QVERIFY(without.hits(udp()));
            (in ? with.context.ipsecIn : with.context.ipsecOut) = true;
            (in ? without.context.ipsecIn : without.context.ipsecOut) = true;
            QVERIFY(with.hits(udp()));
            QVERIFY(!without.hits(udp()));
        }
    }

    void bridgePortsAreThoseOfBridgedPackets() {
        RuleBench in(match::BridgePort{true, {3, 4}}), out(match::BridgePort{false, {3}}, true);
        QVERIFY(!in.hits(udp()));
        QVERIFY(out.hits(udp()));
        in.context.inBridgePort = 4;
        out.context.outBridgePort = 3;
        QVERIFY(in.hits(udp()));
        QVERIFY(!out.hits(udp()));
    }

    void aRuleWithSeveralNeedsAllOfThem() {
        RuleBench b(match::Dscp{46});
        b.config.filter[0].match.more.push_back({match::PacketSize{0, 28}, true});
        b.config.filter[0].match.dstPort.value = std::vector<PortRange>{{53, 53}};
        QVERIFY(b.configure());
        PacketBuf* large = udp({1, 2});
        large->frame()[large->l3Offset + 1] = 46 << 2;
        QVERIFY(b.hits(large));
        QVERIFY(!b.hits(changed(ipv4::kTypeOfService, 46 << 2)));
        QVERIFY(!b.hits(udp({1, 2})));
        large->dport = 54;
        QVERIFY(!b.hits(large));
    }
};

QTEST_APPLESS_MAIN(HeaderMatchers)
#include "tst_header_matchers.moc"
