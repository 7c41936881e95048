// The Linux kernel as judge: the same frames through our engine and through a Linux router in a namespace with an nftables ruleset of the
// same meaning. What leaves each port must be the same, in the same order, octet for octet from the IPv4 header on - except:
//
//   packets the router makes itself: identification, type of service and the length of what an error quotes are each system's own choice
//   (RFC 792 asks for 8 octets of the quoted datagram, RFC 1812 section 4.3.2.3 for more; Linux marks errors with precedence 6)
#include "kernel_router.h"

#include "tests/agent/dataplane/pipeline/two_networks.h"
#include "tests/support/cannot_run.h"

#include <QTest>

#include <functional>
#include <unistd.h>

using namespace agent::dataplane;
using namespace agent::dataplane::test;

namespace {

struct In {
    PortId port;
    Frame frame;
};

struct Scenario {
    const char* name;
    std::function<void(TwoNetworks&)> configure;
    QString ruleset;
    QStringList commands;
    std::vector<In> frames;
};

constexpr std::string_view kClient = "10.0.0.2", kServer = "203.0.113.5", kRouter = "10.0.0.1", kPublic = "192.0.2.1";

In up(PacketBuilder b) { return {0, b.macs(kHostA, EngineLab::etherMac(0)).build()}; }
In down(PacketBuilder b) { return {1, b.macs(kHostB, EngineLab::etherMac(1)).build()}; }
PacketBuilder out(PacketBuilder b, std::uint16_t port = 1000) { return b.from(kClient, port).to(kServer, 80); }
PacketBuilder back(PacketBuilder b, std::uint16_t port = 1000) { return b.from(kServer, 80).to(kClient, port); }
PacketBuilder backToPublic(PacketBuilder b, std::uint16_t port = 1000) { return b.from(kServer, 80).to(kPublic, port); }
PacketBuilder segment(std::uint8_t flags, std::uint32_t seq, std::uint32_t ack = 0) { return PacketBuilder::tcp(flags).sequence(seq, ack); }

// An ICMP error of a router at 203.0.113.9 about `about`, a packet as it arrived there.
In errorAbout(const Frame& about, std::string_view to, std::uint8_t type, std::uint8_t code) {
    const std::size_t quoted = 28;
    Frame f = PacketBuilder::protocol(kProtocolIcmp).from("203.0.113.9").to(to).payload(quoted).macs(kHostB, EngineLab::etherMac(1)).pad(false).build();
    f.resize(14 + 20 + 8 + quoted);
    std::uint8_t* ip = f.data() + 14;
    std::uint8_t* icmp = ip + 20;
    core::base::storeBe16(ip + ipv4::kTotalLength, static_cast<std::uint16_t>(28 + quoted));
    core::base::storeBe16(ip + ipv4::kChecksum, 0);
    core::base::storeBe16(ip + ipv4::kChecksum, checksum(ip, 20));
    std::fill(icmp, icmp + 8, std::uint8_t(0));
    icmp[0] = type;
    icmp[1] = code;
    std::copy_n(about.data() + 14, quoted, icmp + 8);
    core::base::storeBe16(icmp + 2, checksum(icmp, static_cast<std::uint32_t>(8 + quoted)));
    return {1, f};
}

bool isOwn(const Frame& f) {
    const std::uint32_t src = core::base::loadBe32(&f[26]);
    const bool router = src == ip(kRouter) || src == ip(kPublic);
    return router && f[23] == kProtocolIcmp && (f[34] == icmp::kUnreachable || f[34] == icmp::kTimeExceeded || f[34] == icmp::kEchoReply);
}

// What is compared, as text for a message that can be read.
QString shape(std::uint16_t port, Frame f) {
    const std::size_t total = std::min<std::size_t>(core::base::loadBe16(&f[16]), f.size() - 14);
    f.resize(14 + total);
    const bool own = isOwn(f) || (f[23] == kProtocolTcp && (f[47] & tcp::kRst) != 0 && core::base::loadBe16(&f[34]) != 80 && f[22] == 64);
    if (own) {
        f[15] = 0;                            // type of service
        core::base::storeBe16(&f[16], 0);     // total length
        core::base::storeBe16(&f[18], 0);     // identification
        core::base::storeBe16(&f[20], 0);     // don't fragment
        core::base::storeBe16(&f[24], 0);     // header checksum
        if (f[23] == kProtocolIcmp && f[34] != icmp::kEchoReply) {
            core::base::storeBe16(&f[36], 0); // its checksum covers what is quoted
            f.resize(std::min<std::size_t>(f.size(), 14 + 20 + 8 + 28));
        }
    }
    const QByteArray octets(reinterpret_cast<const char*>(f.data()), static_cast<qsizetype>(f.size()));
    return QStringLiteral("port %1, to %2, %3").arg(port).arg(QString::fromLatin1(octets.first(6).toHex()), QString::fromLatin1(octets.mid(14).toHex()));
}

const QString kStateful = QStringLiteral("table ip t { chain f { type filter hook forward priority 0; policy accept; "
                                         "ct state established,related accept; ct state invalid drop; iifname eth1 ct state new drop;\n}\n}\n");

void stateful(TwoNetworks& lab) {
    RuleConfig known = lab.rule("forward", RuleAction::Accept), invalid = lab.rule("forward", RuleAction::Drop), fresh = lab.rule("forward", RuleAction::Drop);
    known.match.connectionState.value = std::uint8_t(kStateEstablished | kStateRelated);
    invalid.match.connectionState.value = std::uint8_t(kStateInvalid);
    fresh.match.connectionState.value = std::uint8_t(kStateNew);
    fresh.match.inInterface.value = {lab.wan};
    lab.config.firewall.filter = {known, invalid, fresh};
}

std::vector<Scenario> scenarios() {
    std::vector<Scenario> all;
    const auto nothing = [](TwoNetworks&) {};
    const QString masquerade = QStringLiteral("table ip t { chain n { type nat hook postrouting priority 100; oifname eth1 masquerade;\n}\n}\n");

    all.push_back({"plain forwarding", nothing, {}, {},
                   {up(out(PacketBuilder::udp())), up(out(PacketBuilder::udp().payload(0))), up(out(segment(tcp::kSyn, 1))), up(out(PacketBuilder::echoRequest())),
                    down(back(PacketBuilder::udp())), up(out(PacketBuilder::udp().ttl(2))), up(out(PacketBuilder::protocol(47).payload(40)))}});
    all.push_back({"time to live ends", nothing, {}, {}, {up(out(PacketBuilder::udp().ttl(1))), up(out(PacketBuilder::echoRequest().ttl(1))), down(back(PacketBuilder::udp().ttl(1)))}});
    all.push_back({"no route", nothing, {}, {}, {up(out(PacketBuilder::udp()).to("198.51.100.1", 80))}});
    all.push_back({"blackhole, unreachable, prohibit",
                   [](TwoNetworks& lab) {
                       lab.route("198.18.0.0", 24, std::nullopt).kind = RouteKind::Blackhole;
                       lab.route("198.18.1.0", 24, std::nullopt).kind = RouteKind::Unreachable;
                       lab.route("198.18.2.0", 24, std::nullopt).kind = RouteKind::Prohibit;
                   },
                   {},
                   {QStringLiteral("route add blackhole 198.18.0.0/24"), QStringLiteral("route add unreachable 198.18.1.0/24"),
                    QStringLiteral("route add prohibit 198.18.2.0/24")},
                   {up(out(PacketBuilder::udp()).to("198.18.0.1", 80)), up(out(PacketBuilder::udp()).to("198.18.1.1", 80)), up(out(PacketBuilder::udp()).to("198.18.2.1", 80))}});
    all.push_back({"stateful filter, TCP", stateful, kStateful, {},
                   {up(out(segment(tcp::kSyn, 100))), down(back(segment(tcp::kSyn | tcp::kAck, 900, 101))), up(out(segment(tcp::kAck, 101, 901))),
                    up(out(segment(tcp::kAck, 101, 901)).payload(50)), down(back(segment(tcp::kAck, 901, 151)).payload(70)),
                    up(out(segment(tcp::kFin | tcp::kAck, 151, 971))), down(back(segment(tcp::kFin | tcp::kAck, 971, 152))), up(out(segment(tcp::kAck, 152, 972)))}});
    all.push_back({"stateful filter, strangers", stateful, kStateful, {},
                   {down(back(segment(tcp::kSyn, 5))), down(back(PacketBuilder::udp())), up(out(segment(tcp::kRst, 5), 1001)), down(back(PacketBuilder::echoRequest())),
                    up(out(PacketBuilder::udp(), 1002)), down(back(PacketBuilder::udp(), 1002)), up(out(PacketBuilder::echoRequest(9)))}});
    all.push_back({"filter by port", [](TwoNetworks& lab) {
                       RuleConfig web = lab.rule("forward", RuleAction::Drop);
                       web.match.protocol.value = kProtocolTcp;
                       web.match.dstPort.value = {{80, 90}};
                       lab.config.firewall.filter = {web};
                   },
                   QStringLiteral("table ip t { chain f { type filter hook forward priority 0; tcp dport 80-90 drop;\n}\n}\n"), {},
                   {up(out(segment(tcp::kSyn, 1))), up(out(segment(tcp::kSyn, 1)).to(kServer, 91)), up(out(PacketBuilder::udp())), up(out(segment(tcp::kSyn, 1)).to(kServer, 90))}});
    all.push_back({"reject", [](TwoNetworks& lab) {
                       RuleConfig udp = lab.rule("forward", RuleAction::Reject), tcp = lab.rule("forward", RuleAction::Reject);
                       udp.match.protocol.value = kProtocolUdp;
                       udp.rejectWith = RejectWith::IcmpPortUnreachable;
                       tcp.match.protocol.value = kProtocolTcp;
                       tcp.rejectWith = RejectWith::TcpReset;
                       lab.config.firewall.filter = {udp, tcp};
                   },
                   QStringLiteral("table ip t { chain f { type filter hook forward priority 0; meta l4proto udp reject with icmp type port-unreachable; "
                                  "meta l4proto tcp reject with tcp reset;\n}\n}\n"),
                   {}, {up(out(PacketBuilder::udp()))}});
    all.push_back({"masquerade", [](TwoNetworks& lab) { lab.addMasquerade(); }, masquerade, {},
                   {up(out(PacketBuilder::udp(), 4000)), down(backToPublic(PacketBuilder::udp(), 4000)), up(out(segment(tcp::kSyn, 7), 4001)),
                    down(backToPublic(segment(tcp::kSyn | tcp::kAck, 70, 8), 4001)), up(out(segment(tcp::kAck, 8, 71), 4001)),
                    up(out(PacketBuilder::echoRequest(77)))}});
    const Frame translated = PacketBuilder::udp().from(kPublic, 4100).to(kServer, 80).ttl(60).payload(20).build();
    all.push_back({"an error about a masqueraded packet", [](TwoNetworks& lab) { lab.addMasquerade(); }, masquerade, {},
                   {up(out(PacketBuilder::udp(), 4100).payload(20)), errorAbout(translated, kPublic, icmp::kUnreachable, icmp::kHostUnreachable)}});
    all.push_back({"dst-nat to a host inside", [](TwoNetworks& lab) {
                       RuleConfig to = lab.rule("dstnat", RuleAction::DstNat);
                       to.match.protocol.value = kProtocolTcp;
                       to.match.dstPort.value = {{8080, 8080}};
                       to.match.inInterface.value = {lab.wan};
                       to.toAddresses = Ipv4Range{ip(kClient), ip(kClient)};
                       to.toPorts = PortRange{80, 80};
                       lab.config.firewall.nat = {to};
                   },
                   QStringLiteral("table ip t { chain n { type nat hook prerouting priority -100; iifname eth1 tcp dport 8080 dnat to 10.0.0.2:80;\n}\n}\n"), {},
                   {down(segment(tcp::kSyn, 3).from(kServer, 5000).to(kPublic, 8080)), up(segment(tcp::kSyn | tcp::kAck, 30, 4).from(kClient, 80).to(kServer, 5000)),
                    down(segment(tcp::kAck, 4, 31).from(kServer, 5000).to(kPublic, 8080))}});
    all.push_back({"fragments, without tracking",
                   [](TwoNetworks& lab) { lab.config.tracking.enabled = TrackingEnabled::No; }, {}, {},
                   {up(out(PacketBuilder::udp().payload(592).fragment(0x2000))), up(out(PacketBuilder::protocol(17).payload(100).fragment(75)))}});
    all.push_back({"cut to a smaller MTU", [](TwoNetworks& lab) { lab.config.interfaces[lab.wan].mtu = 600; }, {}, {QStringLiteral("link set eth1 mtu 600")},
                   {up(out(PacketBuilder::udp().payload(1400))), up(out(PacketBuilder::udp().payload(1400).fragment(0x4000))), up(out(PacketBuilder::udp().payload(572)))}});
    all.push_back({"the router itself", nothing, {}, {},
                   {up(PacketBuilder::echoRequest(3).from(kClient).to(kRouter)), up(PacketBuilder::udp().from(kClient, 9).to(kRouter, 4444)),
                    down(PacketBuilder::echoRequest(4).from(kServer).to(kPublic))}});
    all.push_back({"damaged headers", nothing, {}, {}, [] {
                       std::vector<In> frames{up(out(PacketBuilder::udp())), up(out(PacketBuilder::udp())), up(out(PacketBuilder::udp()))};
                       frames[0].frame[24] ^= 0x40; // checksum
                       frames[1].frame[14] = 0x44;  // header of 16 octets
                       frames[2].frame[16] = 0x7f;  // longer than the frame
                       return frames;
                   }()});
    return all;
}

} // namespace

class tst_KernelComparison : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void whatLeavesIsTheSame_data() {
        QTest::addColumn<int>("number");
        const auto all = scenarios();
        for (std::size_t i = 0; i < all.size(); ++i) {
            QTest::newRow(all[i].name) << static_cast<int>(i);
        }
    }

    void whatLeavesIsTheSame() {
        QFETCH(int, number);
        const Scenario scenario = scenarios()[static_cast<std::size_t>(number)];
        KernelRouter kernel;
        if (const QString why = kernel.setUp(scenario.ruleset, scenario.commands); !why.isEmpty()) {
            if (::geteuid() != 0) {
                CANNOT_RUN(QStringLiteral("forwarding could not be compared with the Linux kernel: ") + why);
            }
            QFAIL(qPrintable(why));
        }
        TwoNetworks lab;
        lab.config.routes.clear();
        lab.route("203.0.113.0", 24, "192.0.2.254");
        scenario.configure(lab);
        lab.start();

        QStringList ours;
        for (const In& in : scenario.frames) {
            for (const auto& sent : lab.push(in.port, in.frame)) {
                ours << shape(sent.port, sent.octets);
            }
            kernel.send(in.port, in.frame);
        }
        const Frame last = up(PacketBuilder::protocol(99).from(kClient).to(kServer).payload(64)).frame; // no rule is about it
        kernel.send(0, last);
        QStringList kernels;
        const auto received = kernel.receiveUntil(last);
        QVERIFY2(received, "the last frame never left the kernel: its router does not forward");
        for (const auto& sent : *received) {
            kernels << shape(sent.port, sent.octets);
        }
        QVERIFY(!ours.isEmpty() || std::string_view(scenario.name) == "damaged headers"); // or nothing would be compared
        // Each port has an order of its own; that between the ports is nobody's promise.
        std::stable_sort(ours.begin(), ours.end(), [](const QString& a, const QString& b) { return a.left(6) < b.left(6); });
        std::stable_sort(kernels.begin(), kernels.end(), [](const QString& a, const QString& b) { return a.left(6) < b.left(6); });
        QVERIFY2(ours == kernels, qPrintable(QStringLiteral("\nours:\n  %1\nkernel:\n  %2").arg(ours.join(QStringLiteral("\n  ")), kernels.join(QStringLiteral("\n  ")))));
    }
};

QTEST_GUILESS_MAIN(tst_KernelComparison)
#include "tst_kernel_comparison.moc"
