// Tunnels from their menus to the engine's configuration.
#include "agent/control/tree/live_config.h"
#include "agent/control/tree/load.h"
#include "agent/control/tree/modelled.h"
#include "agent/dataplane/config/key_text.h"
#include "tests/agent/control/tree/board.h"

#include <QTest>

#include <numeric>

using namespace agent::control;
using namespace agent::dataplane;

class CompileTunnelsTest : public QObject {
    Q_OBJECT

    std::unique_ptr<LiveConfig> live_;

    void load(std::string_view text) {
        const auto done = loadScript(*live_, text, "t.rsc");
        QVERIFY2(done.has_value(), done ? "" : done.error().text.c_str());
    }
    const EngineConfig& config() { return *live_->compiled().config; }
    const InterfaceConfig& interface(std::string_view name) {
        return config().interfaces[live_->compiled().interfaceOf(live_->tree().findInterface(name)->id)];
    }

private Q_SLOTS:
    void init() {
        live_ = std::make_unique<LiveConfig>(tests::smallBoard(), false, [](auto) {});
    }

    void greWithDefaults() {
        load("/interface gre add name=gre1 remote-address=192.0.2.2");
        QCOMPARE(config().tunnels.size(), std::size_t(1));
        const TunnelConfig& t = config().tunnels[0];
        QVERIFY(t.kind == TunnelKind::Gre && t.local == 0 && t.remote == 0xc0000202);
        QVERIFY(t.allowFastPath && t.clampTcpMss && !t.inheritDontFragment && !t.dscp);
        QCOMPARE(t.keepaliveInterval, 10 * core::base::kSecond);
        QCOMPARE(t.keepaliveRetries, 10u);
        QVERIFY(interface("gre1").type == InterfaceType::Tunnel);
        QCOMPARE(int(interface("gre1").mtu), 1476);
    }
    void everyProperty() {
        load(
            "/interface ipip add name=t mtu=1400 local-address=192.0.2.1 remote-address=192.0.2.2 allow-fast-path=no dont-fragment=inherit "
            "clamp-tcp-mss=no dscp=46 keepalive=5s,3");
        const TunnelConfig& t = config().tunnels.at(0);
        QVERIFY(t.kind == TunnelKind::Ipip && t.local == 0xc0000201);
        QVERIFY(!t.allowFastPath && !t.clampTcpMss && t.inheritDontFragment);
        QCOMPARE(int(t.dscp.value_or(0)), 46);
        QCOMPARE(t.keepaliveInterval, 5 * core::base::kSecond);
        QCOMPARE(t.keepaliveRetries, 3u);
        QCOMPARE(int(interface("t").mtu), 1400);
    }
    void eoipIsAPortOfABridge() {
        load("/interface bridge add name=b\n/interface eoip add name=e remote-address=192.0.2.2 tunnel-id=300 "
             "mac-address=FE:00:00:00:00:01\n"
             "/interface bridge port add bridge=b interface=e");
        QVERIFY(interface("e").type == InterfaceType::EthernetTunnel);
        QCOMPARE(int(interface("e").mac.octets[0]), 0xfe);
        QCOMPARE(int(config().tunnels.at(0).tunnelId), 300);
        QCOMPARE(config().bridgePorts.size(), std::size_t(1));
    }
    void anAddressOnATunnelIsInForce() {
        load("/interface gre add name=gre1 remote-address=192.0.2.2\n/ip address add address=172.16.0.1/30 interface=gre1");
        QCOMPARE(config().addresses.size(), std::size_t(1));
        QVERIFY(live_->compiled().invalid.empty());
    }
    void withoutARemoteAddressATunnelIsInvalid() {
        load("/interface gre add name=gre1");
        QVERIFY(live_->compiled().invalid.contains(live_->tree().findInterface("gre1")->id));
        QVERIFY(!interface("gre1").enabled);
    }
    void anIpsecSecretKeepsTheTunnelOutOfForce() {
        load("/interface gre add name=gre1 remote-address=192.0.2.2 ipsec-secret=hush allow-fast-path=no");
        QVERIFY(config().tunnels.empty());
        const auto found = unmodelledIn("/interface/gre", *live_->tree().findInterface("gre1"));
        QCOMPARE(found.size(), std::size_t(1));
        QCOMPARE(found[0].property, std::string("ipsec-secret"));
        QVERIFY(!found[0].inForce && found[0].reason.find("IKE") != std::string_view::npos);
    }
    void aServiceTagReachesTheEngine() {
        load("/interface vlan add name=s interface=ether1 vlan-id=100 use-service-tag=yes\n/interface vlan add name=c interface=s "
             "vlan-id=20");
        QVERIFY(interface("s").serviceTag && !interface("c").serviceTag);
        QVERIFY(unmodelledIn("/interface/vlan", *live_->tree().findInterface("s")).empty());
    }
    void policiesAreReadAndTemplatesAreNot() {
        load("/ip ipsec policy add src-address=10.1.0.0/24 dst-address=10.2.0.0/24 action=encrypt protocol=tcp dst-port=80 tunnel=yes\n"
             "/ip ipsec policy add template=yes src-address=0.0.0.0/0 dst-address=0.0.0.0/0");
        QCOMPARE(config().ipsecPolicies.size(), std::size_t(1));
        const IpsecPolicyConfig& policy = config().ipsecPolicies[0];
        QVERIFY(policy.protocol == std::uint8_t{6} && policy.destinationPorts.first == 80 && policy.sourcePorts.last == 65535);
        QCOMPARE(int(policy.destination.length), 24);
        QVERIFY(config().switches.ipsecPolicy);
    }
    void keysAreReadAndWrittenInBase64() {
        Key32 key;
        std::iota(key.begin(), key.end(), std::uint8_t{0});
        const std::string text = base64Of(key);
        QCOMPARE(text, std::string("AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="));
        QVERIFY(keyFromBase64(text) == key);
        for (const char* wrong : {"", "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8",
                                  "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh9=", "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdH-8="}) {
            QVERIFY(!keyFromBase64(wrong));
        }
    }
    void wireGuardWithAPeer() {
        load("/interface wireguard add name=wg1 listen-port=13231 private-key=\"AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\"\n"
             "/interface wireguard peers add name=p interface=wg1 public-key=\"BBECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\" "
             "allowed-address=10.2.0.0/24,192.0.2.9/32,fd00::/8 endpoint-address=192.0.2.2 endpoint-port=51820 persistent-keepalive=25s");
        QCOMPARE(config().wireguards.size(), std::size_t(1));
        const WireGuardConfig& w = config().wireguards[0];
        QCOMPARE(int(w.listenPort), 13231);
        QCOMPARE(w.peers.size(), std::size_t(1));
        QCOMPARE(w.peers[0].allowed.size(), std::size_t(2));
        QCOMPARE(int(w.peers[0].allowed[1].length), 32);
        QVERIFY(w.peers[0].endpoint == 0xc0000202u);
        QCOMPARE(int(w.peers[0].endpointPort), 51820);
        QCOMPARE(w.peers[0].persistentKeepalive, 25 * core::base::kSecond);
        QCOMPARE(int(interface("wg1").mtu), 1420);
        QVERIFY(!config().tunnels.at(0).allowFastPath);
    }
};

QTEST_APPLESS_MAIN(CompileTunnelsTest)
#include "tst_compile_tunnels.moc"
