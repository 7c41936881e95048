// Which boards carry a line: from figures that are known, and honest where they are not.
#include "core/advisor/advise.h"
#include "core/advisor/bounds.h"

#include <QTest>

#include <algorithm>
#include <utility>

using namespace core::advisor;
using core::base::BitRate;
using core::devices::Device;
using core::devices::L3Hw;
using core::devices::Throughput;
using core::devices::ThroughputFigure;
using core::model::BoardAdvice;
using core::model::SizingNeed;
using core::model::Suits;

namespace {

Device board(std::string model, std::string speed, L3Hw l3hw = L3Hw::None, int ports = 5) {
    Device out;
    out.model = std::move(model);
    out.l3hw = l3hw;
    out.chips = {{"switch1", "chip"}};
    out.ports = {{"ether", 1, ports, std::move(speed), "switch1"}};
    return out;
}

ThroughputFigure figure(std::string model, std::string path, double mbps, int octets = 512) {
    return {std::move(model), std::move(path), {mbps * 1e6}, octets, "vendor", "a test"};
}

SizingNeed line(double down, double up) {
    SizingNeed need;
    need.down = {down * 1e6};
    need.up = {up * 1e6};
    return need;
}

const BoardAdvice& of(const std::vector<BoardAdvice>& all, const std::string& model) {
    return *std::find_if(all.begin(), all.end(), [&](const BoardAdvice& advice) { return advice.model == model; });
}

bool has(const std::vector<std::string>& lines, const std::string& part) {
    return std::any_of(lines.begin(), lines.end(), [&](const std::string& text) { return text.find(part) != std::string::npos; });
}

} // namespace

class TestAdvisor : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void headroomIsTheFigureOverTheNeed() {
        const auto all = advise(line(500, 250), {board("A", "1G")}, {{figure("A", "fasttrack", 1500)}, {}});
        QCOMPARE(all[0].suits, Suits::Carries);
        QVERIFY(std::abs(*all[0].headroom - 2.0) < 1e-9);
        QCOMPARE(all[0].legs[0].path, std::string("fasttrack"));
        QVERIFY(has(all[0].legs[0].sources, "a test"));
        QVERIFY(has(all[0].pattern, "fasttrack-connection"));
        QVERIFY(!has(all[0].pattern, "queue tree"));
    }

    void fastTrackIsBoundedByWhatWasMeasuredBelowAndAbove() {
        const auto carries = [](double mbps) {
            return advise(line(mbps / 2, mbps / 2), {board("A", "10G")}, {{figure("A", "slow", 600), figure("A", "fast-path", 3000, 1518)}, {}})[0];
        };
        QCOMPARE(carries(500).suits, Suits::Carries);
        QCOMPARE(carries(1000).suits, Suits::Unknown);
        QVERIFY(!carries(1000).headroom);
        QVERIFY(carries(1000).why.find("not known") != std::string::npos);
        QCOMPARE(carries(4000).suits, Suits::TooSmall);
    }

    void aBoardNobodyMeasuredIsUnknown() {
        const auto all = advise(line(100, 100), {board("A", "1G")}, {});
        QCOMPARE(all[0].suits, Suits::Unknown);
        QVERIFY(all[0].why.find("not measured") != std::string::npos);
    }

    void smallFramesAreNoFigureForALine() {
        std::vector<ThroughputFigure> figures{figure("A", "slow", 33.7, 64)};
        QVERIFY(!boundsOf({&figures[0]}, "fasttrack").atLeast);
    }

    void queuesAreNotBoundedByRulesOnAllCores() {
        SizingNeed need = line(400, 100);
        need.qos = true;
        const Throughput slow{{figure("A", "slow", 900)}, {}};
        QCOMPARE(advise(need, {board("A", "1G")}, slow)[0].suits, Suits::Unknown);
        const Throughput shaped{{figure("A", "fasttrack-queue", 915, 0)}, {}};
        const auto all = advise(need, {board("A", "1G")}, shaped);
        QCOMPARE(all[0].suits, Suits::Carries);
        QVERIFY(has(all[0].pattern, "max-limit=380M")); // 95 % of the download
        QVERIFY(has(all[0].pattern, "packet-mark=no-mark"));
    }

    void aQueueForEachOfManyUsersIsAWayOfItsOwn() {
        SizingNeed need = line(1000, 500);
        need.qos = true;
        const Throughput figures{{figure("A", "simple-queues", 4600)}, {}};
        QCOMPARE(advise(need, {board("A", "1G")}, figures)[0].suits, Suits::Unknown); // a tree: not measured
        need.users = 50;
        const auto all = advise(need, {board("A", "1G")}, figures);
        QCOMPARE(all[0].suits, Suits::Carries);
        QCOMPARE(all[0].legs[0].path, std::string("slow"));
        QVERIFY(has(all[0].pattern, "/queue simple add"));
        QVERIFY(!has(all[0].pattern, "fasttrack-connection"));
        need.interVlan = {1e9}; // would lose FastTrack with it
        QCOMPARE(advise(need, {board("A", "1G")}, figures)[0].legs[0].path, std::string("queue"));
    }

    void portsAreTooSlowWhateverTheCpuDoes() {
        const auto all = advise(line(2500, 1000), {board("A", "1G")}, {{figure("A", "fasttrack", 9000)}, {}});
        QCOMPARE(all[0].suits, Suits::TooSmall);
        QVERIFY(all[0].why.find("ports") != std::string::npos);
    }

    void whatTheChipRoutesNeedsNoCpu() {
        SizingNeed need = line(500, 500);
        need.interVlan = {5e9};
        const Throughput figures{{figure("routes", "fasttrack", 1200), figure("none", "fasttrack", 1200)}, {{"full", "2.25K", "2.25K"}}};
        const auto all = advise(need, {board("none", "10G"), board("routes", "10G", L3Hw::Routes), board("full", "10G", L3Hw::Full)}, figures);
        QCOMPARE(of(all, "full").suits, Suits::Carries);
        QCOMPARE(of(all, "full").legs[0].path, std::string("l3hw"));
        QVERIFY(has(of(all, "full").pattern, "hw-offload=yes"));
        QVERIFY(has(of(all, "full").notes, "2.25K"));
        QVERIFY(has(of(all, "full").notes, "firewall"));
        QCOMPARE(of(all, "routes").suits, Suits::Carries); // the chip knows no NAT: the internet goes by FastTrack
        QCOMPARE(of(all, "routes").legs[0].path, std::string("fasttrack"));
        QVERIFY(!has(of(all, "routes").pattern, "hw-offload=yes"));
        QCOMPARE(of(all, "none").suits, Suits::Unknown); // both share the CPU
    }

    void queuesKeepTrafficOutOfTheChip() {
        SizingNeed need = line(500, 500);
        need.qos = true;
        QCOMPARE(advise(need, {board("A", "10G", L3Hw::Full)}, {})[0].legs[0].path, std::string("queue"));
    }

    void aTunnelHasFiguresOfItsOwn() {
        SizingNeed need = line(1000, 500);
        need.vpn = SizingNeed::Vpn::WireGuard;
        const std::vector<Device> boards{board("fast", "1G"), board("slow", "1G"), board("unknown", "1G")};
        const Throughput figures{{figure("fast", "fasttrack", 4000), figure("fast", "wireguard", 1300), figure("slow", "fasttrack", 4000), figure("slow", "wireguard", 78),
                                  figure("unknown", "fasttrack", 4000)},
                                 {}};
        const auto all = advise(need, boards, figures);
        QCOMPARE(all[0].model, std::string("fast"));
        QCOMPARE(all[0].suits, Suits::Carries);
        QVERIFY(has(all[0].pattern, "in-interface=TUNNEL"));
        QCOMPARE(of(all, "slow").suits, Suits::Unknown); // 78 of one stream says nothing of more
        QVERIFY(of(all, "unknown").why.find("vpn") != std::string::npos);
        need.vpn = SizingNeed::Vpn::IPsec;
        QVERIFY(has(advise(need, boards, figures)[0].pattern, "ipsec-policy=out,ipsec"));
    }

    void thoseThatCarryItComeFirstAndTheTightestOfThem() {
        const Throughput figures{{figure("big", "fasttrack", 9000), figure("fits", "fasttrack", 1600), figure("small", "fast-path", 200)}, {}};
        const auto all = advise(line(500, 500), {board("small", "1G"), board("nobody", "1G"), board("big", "1G"), board("fits", "1G")}, figures);
        const std::vector<std::string> order{all[0].model, all[1].model, all[2].model, all[3].model};
        QCOMPARE(order, (std::vector<std::string>{"fits", "big", "nobody", "small"}));
    }

    void theShippedFiguresAreOfKnownBoards() {
        const auto devices = core::devices::loadDeviceTable();
        const auto throughput = core::devices::loadThroughput();
        QVERIFY2(devices && throughput, throughput ? "" : throughput.error().describe().c_str());
        QVERIFY(throughput->figures.size() > 40);
        for (const ThroughputFigure& each : throughput->figures) {
            const Device* device = core::devices::findDevice(*devices, each.model);
            QVERIFY2(device != nullptr && device->model == each.model, each.model.c_str());
            QVERIFY2(each.rate.bps > 0 && !each.source.empty(), each.model.c_str());
        }
        // The second seed's board and its gigabit line, by FastTrack; the third seed's with queues.
        QCOMPARE(of(advise(line(400, 400), *devices, *throughput), "RB760iGS").suits, Suits::Carries);
        SizingNeed shaped = line(600, 300);
        shaped.qos = true;
        QCOMPARE(of(advise(shaped, *devices, *throughput), "RBD52G-5HacD2HnD").suits, Suits::Carries);
        // No CCR2004 routes in hardware, whatever the first seed says; a CCR2116 does.
        QCOMPARE(of(advise(line(1000, 1000), *devices, *throughput), "CCR2004-1G-12S+2XS").legs[0].path, std::string("fasttrack"));
        QCOMPARE(of(advise(line(1000, 1000), *devices, *throughput), "CCR2116-12G-4S+").legs[0].path, std::string("l3hw"));
    }
};

QTEST_GUILESS_MAIN(TestAdvisor)
#include "tst_advisor.moc"
