#include "tests/agent/dataplane/pipeline/two_networks.h"

#include <QTest>

using namespace agent::dataplane;
using namespace agent::dataplane::test;
using core::base::kSecond;

namespace {

bool isRequestFor(const Frame& f, std::string_view address) {
    return core::base::loadBe16(&f[12]) == kEtherTypeArp && f[14 + 7] == 1 && core::base::loadBe32(&f[14 + 24]) == ip(address);
}

} // namespace

class ArpTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void ownAddressesAreAnswered() {
        TwoNetworks lab;
        lab.apply();
        const auto out = lab.push(0, arpFrame(ArpOperation::Request, kHostA, "10.0.0.2", 0, "10.0.0.1"));
        QCOMPARE(out.size(), 1u);
        QCOMPARE(out[0].octets, arpFrame(ArpOperation::Reply, EngineLab::etherMac(0), "10.0.0.1", kHostA, "10.0.0.2", kHostA));
        QCOMPARE(lab.engine.arp().size(), 1u);
        QVERIFY(lab.engine.arp()[0].complete);
    }
    void addressesOfOthersAreNot() {
        TwoNetworks lab;
        lab.apply();
        QVERIFY(lab.push(0, arpFrame(ArpOperation::Request, kHostA, "10.0.0.2", 0, "10.0.0.77")).empty());
        QCOMPARE(lab.engine.arp().size(), 0u);
    }
    void aProbeIsAnsweredAndNotLearned() { // RFC 5227
        TwoNetworks lab;
        lab.apply();
        QCOMPARE(lab.push(0, arpFrame(ArpOperation::Request, kHostA, "0.0.0.0", 0, "10.0.0.1")).size(), 1u);
        QCOMPARE(lab.engine.arp().size(), 0u);
    }
    void anUnknownNeighbourIsAskedForAndThePacketWaits() {
        TwoNetworks lab;
        lab.apply();
        lab.knows(1, "192.0.2.254", kHostB, "192.0.2.1");
        const Frame f = lab.down(PacketBuilder::udp()).payload(50).build();
        auto out = lab.push(1, f);
        QCOMPARE(out.size(), 1u);
        QCOMPARE(out[0].port, PortId{0});
        QVERIFY(isRequestFor(out[0].octets, "10.0.0.2"));
        QCOMPARE(loadMac(out[0].octets.data()), kBroadcastMac);
        for (int i = 0; i < 4; ++i) {
            QVERIFY(lab.push(1, f).empty()); // one question a second
        }
        out = lab.push(0, arpFrame(ArpOperation::Reply, kHostA, "10.0.0.2", EngineLab::etherMac(0), "10.0.0.1", EngineLab::etherMac(0)));
        QCOMPARE(out.size(), 3u); // three wait, older ones make room
        for (const auto& sent : out) {
            QCOMPARE(sent.octets, PacketBuilder::udp()
                                      .from("203.0.113.5", 80)
                                      .to("10.0.0.2", 1000)
                                      .macs(EngineLab::etherMac(0), kHostA)
                                      .ttl(63)
                                      .payload(50)
                                      .build());
        }
    }
    void nobodyAnswersSoPacketsAreGivenUp() {
        TwoNetworks lab;
        lab.apply();
        lab.push(1, lab.down(PacketBuilder::udp()).build());
        QVERIFY(lab.pool.available() < lab.pool.capacity());
        lab.knows(1, "192.0.2.254", kHostB, "192.0.2.1");
        const auto out = lab.advance(5 * kSecond);
        QCOMPARE(out.size(), 3u); // second and third question, and an answer to who sent it
        QCOMPARE(out[2].port, PortId{1});
        QCOMPARE(out[2].octets[34], icmp::kUnreachable);
        QCOMPARE(out[2].octets[35], icmp::kHostUnreachable);
        QCOMPARE(lab.pool.available(), lab.pool.capacity());
        QCOMPARE(lab.engine.arp().size(), 1u);
    }
    void aNeighbourInUseIsPolledByUnicastBeforeItIsForgotten() {
        TwoNetworks lab;
        lab.start();
        std::vector<EngineLab::Sent> polls;
        for (int second = 0; second < 60; ++second) {
            lab.push(0, lab.up(PacketBuilder::udp()).build());
            for (auto& sent : lab.advance(kSecond)) {
                if (isRequestFor(sent.octets, "192.0.2.254")) {
                    polls.push_back(sent);
                }
            }
        }
        QVERIFY(polls.size() >= 3u);
        QCOMPARE(loadMac(polls[0].octets.data()), kHostB);
    }
    void anIdleNeighbourIsForgotten() {
        TwoNetworks lab;
        lab.start();
        QCOMPARE(lab.engine.arp().size(), 2u);
        lab.advance(70 * kSecond);
        QCOMPARE(lab.engine.arp().size(), 0u);
    }
    void aChangedMacTakesEffectAtOnce() {
        TwoNetworks lab;
        lab.start();
        lab.knows(1, "192.0.2.254", 0x02cc00000009, "192.0.2.1");
        const auto out = lab.push(0, lab.up(PacketBuilder::udp()).build());
        QCOMPARE(loadMac(out.at(0).octets.data()), MacKey{0x02cc00000009});
    }
    void cutArpFramesAreSurvived() {
        TwoNetworks lab;
        lab.apply();
        const Frame whole = arpFrame(ArpOperation::Request, kHostA, "10.0.0.2", 0, "10.0.0.1");
        for (std::size_t n = 0; n < 42; ++n) {
            QVERIFY(lab.push(0, Frame(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(n))).empty());
        }
        QCOMPARE(lab.pool.available(), lab.pool.capacity());
    }
};

QTEST_APPLESS_MAIN(ArpTest)
#include "tst_arp.moc"
