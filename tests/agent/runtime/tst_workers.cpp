// Two engines on two threads as one router: nothing is lost or doubled, flows keep their order, replies come home through NAT.
#include "agent/runtime/workers.h"

#include "agent/dataplane/parse/parse.h"
#include "tests/agent/dataplane/pipeline/two_networks.h"

#include <QTest>

#include <deque>
#include <map>
#include <mutex>
#include <set>

using namespace agent::dataplane;
using namespace agent::dataplane::test;
using agent::runtime::WorkerPorts;
using agent::runtime::Workers;

namespace {

struct Sent {
    PortId port;
    Frame octets;
};

// Frames queued by the test, frames that left.
class Ports final : public WorkerPorts {
public:
    explicit Ports(PacketPool& pool) : pool_(pool) {}
    void offer(PortId port, Frame frame) {
        const std::lock_guard lock(mutex_);
        waiting_.push_back({port, std::move(frame)});
    }
    bool idle() {
        const std::lock_guard lock(mutex_);
        return waiting_.empty();
    }
    std::vector<Sent> take() {
        const std::lock_guard lock(mutex_);
        return std::exchange(sent_, {});
    }

    void receive(Batch& batch) override {
        const std::lock_guard lock(mutex_);
        while (!waiting_.empty() && !batch.full()) {
            PacketBuf* p = pool_.take();
            p->inPort = waiting_.front().port;
            p->length = static_cast<std::uint16_t>(waiting_.front().octets.size());
            std::memcpy(p->frame(), waiting_.front().octets.data(), p->length);
            waiting_.pop_front();
            batch.push(p);
        }
    }
    [[nodiscard]] std::size_t room(PortId) const override { return 256; }
    bool send(PortId port, PacketBuf* p, core::base::Nanos) override {
        const std::lock_guard lock(mutex_);
        sent_.push_back({port, Frame(p->frame(), p->frame() + p->length)});
        pool_.give(p);
        return true;
    }

private:
    PacketPool& pool_;
    std::mutex mutex_;
    std::deque<Sent> waiting_;
    std::vector<Sent> sent_;
};

// Two workers behind what a network card would do.
struct Router {
    TwoNetworks lab; // its configuration only
    std::vector<Ports*> ports;
    Workers workers{2, 4096, [this](std::uint16_t, PacketPool& pool) {
                        auto made = std::make_unique<Ports>(pool);
                        ports.push_back(made.get());
                        return made;
                    }};
    std::vector<std::size_t> given{0, 0};

    void start() {
        workers.apply(std::make_shared<const EngineConfig>(lab.config));
        workers.start();
        offer(0, arpFrame(ArpOperation::Reply, kHostA, "10.0.0.2", TwoNetworks::etherMac(0), "10.0.0.1", kBroadcastMac));
        offer(1, arpFrame(ArpOperation::Reply, kHostB, "192.0.2.254", TwoNetworks::etherMac(1), "192.0.2.1", kBroadcastMac));
        settle();
    }
    void offer(PortId port, const Frame& frame) {
        PacketBuf p{};
        p.inPort = port;
        p.length = static_cast<std::uint16_t>(frame.size());
        std::memcpy(p.frame(), frame.data(), frame.size());
        parse(p);
        const std::uint16_t worker = workers.steering().workerOf(p);
        if (worker != Steering::kEveryone) {
            ++given[worker];
            ports[worker]->offer(port, frame);
            return;
        }
        ports[0]->offer(port, frame);
        Workers::forOthers(p);
        ports[1]->offer(port, Frame(p.frame(), p.frame() + p.length));
    }
    // Until everything offered has been handled; what left, worker by worker.
    std::vector<Sent> settle() {
        while (!ports[0]->idle() || !ports[1]->idle()) {
            std::this_thread::yield();
        }
        workers.call([](Engine&, core::base::Nanos) {}); // behind the last batch
        std::vector<Sent> all;
        for (Ports* one : ports) {
            const auto some = one->take();
            all.insert(all.end(), some.begin(), some.end());
        }
        return all;
    }
};

std::uint16_t sourcePort(const Sent& s) { return core::base::loadBe16(&s.octets[34]); }
std::uint16_t destinationPort(const Sent& s) { return core::base::loadBe16(&s.octets[36]); }

Frame upFrame(std::uint16_t flow, std::uint8_t number) {
    Frame f = PacketBuilder::udp()
                  .from("10.0.0.2", static_cast<std::uint16_t>(10'000 + flow))
                  .to(ip("203.0.113.0") + flow % 250, 53)
                  .macs(kHostA, TwoNetworks::etherMac(0))
                  .payload(18)
                  .build();
    f.back() = number; // no UDP checksum is looked at on the way
    return f;
}

} // namespace

class WorkersTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everythingLeavesOnceInTheOrderOfItsFlowAndIsCounted() {
        Router router;
        router.lab.addMasquerade();
        router.start();
        for (std::uint8_t number = 0; number < 10; ++number) {
            for (std::uint16_t flow = 0; flow < 400; ++flow) {
                router.offer(0, upFrame(flow, number));
            }
        }
        const std::vector<Sent> out = router.settle();
        QCOMPARE(out.size(), std::size_t{4000});
        QVERIFY(router.given[0] > 1000 && router.given[1] > 1000);
        std::map<std::pair<std::uint32_t, std::uint16_t>, std::uint8_t> next; // by what the server sees
        for (const Sent& s : out) {
            QCOMPARE(s.port, PortId{1});
            const std::uint32_t server = core::base::loadBe32(&s.octets[30]);
            QCOMPARE(s.octets.back(), next[std::pair(server, sourcePort(s))]++);
        }
        QCOMPARE(next.size(), std::size_t{400});
        const PathCounters paths = router.workers.paths();
        QCOMPARE(paths.packets[static_cast<std::size_t>(core::model::PathKind::Slow)], std::uint64_t{4000 + 4}); // each ARP frame twice
        QCOMPARE(router.workers.ruleCounters(router.lab.config.firewall.nat[0].uid).packets, std::uint64_t{400});
        QCOMPARE(router.workers.connectionCount(), std::size_t{400});
    }
    void repliesComeHomeThroughTheTranslation() {
        Router router;
        router.lab.addMasquerade();
        router.start();
        for (std::uint16_t flow = 0; flow < 300; ++flow) {
            router.offer(0, upFrame(flow, 0));
        }
        const std::vector<Sent> out = router.settle();
        QCOMPARE(out.size(), std::size_t{300});
        for (const Sent& s : out) {
            router.offer(1, PacketBuilder::udp()
                                .from(core::base::loadBe32(&s.octets[30]), 53)
                                .to(core::base::loadBe32(&s.octets[26]), sourcePort(s))
                                .macs(kHostB, TwoNetworks::etherMac(1))
                                .payload(18)
                                .build());
        }
        std::set<std::uint16_t> clients;
        for (const Sent& s : router.settle()) {
            QCOMPARE(s.port, PortId{0});
            clients.insert(destinationPort(s));
        }
        QCOMPARE(clients.size(), std::size_t{300});
        QCOMPARE(router.workers.connectionCount(), std::size_t{300}); // no reply opened one of its own
    }
    void aConnectionWithoutTranslationMeetsOneWorkerBothWays() {
        Router router;
        router.start();
        for (std::uint16_t flow = 0; flow < 300; ++flow) {
            router.offer(0, upFrame(flow, 0));
        }
        for (const Sent& s : router.settle()) {
            router.offer(1, PacketBuilder::udp()
                                .from(core::base::loadBe32(&s.octets[30]), 53)
                                .to(core::base::loadBe32(&s.octets[26]), sourcePort(s))
                                .macs(kHostB, TwoNetworks::etherMac(1))
                                .payload(18)
                                .build());
        }
        QCOMPARE(router.settle().size(), std::size_t{300});
        QCOMPARE(router.workers.connectionCount(), std::size_t{300});
    }
    void aNewConfigurationIsInForceOnEveryWorker() {
        Router router;
        router.start();
        const RuleConfig drop = router.lab.rule("forward", RuleAction::Drop);
        router.lab.config.firewall.filter = {drop};
        router.workers.apply(std::make_shared<const EngineConfig>(router.lab.config));
        for (std::uint16_t flow = 0; flow < 100; ++flow) {
            router.offer(0, upFrame(flow, 0));
        }
        QCOMPARE(router.settle().size(), std::size_t{0});
        QCOMPARE(router.workers.ruleCounters(drop.uid).packets, std::uint64_t{100});
        QVERIFY(router.given[0] != 0 && router.given[1] != 0);
    }
    void anArpRequestIsAnsweredOnce() {
        Router router;
        router.start();
        router.offer(0, arpFrame(ArpOperation::Request, kHostA, "10.0.0.2", 0, "10.0.0.1", kBroadcastMac));
        QCOMPARE(router.settle().size(), std::size_t{1});
    }
    void whatEnginesWouldHaveToShareIsNotSpread() {
        TwoNetworks lab;
        QVERIFY(Steering(lab.config, 2).spreads());
        QVERIFY(!Steering(lab.config, 1).spreads());
        QVERIFY(Steering(lab.config, 1).reason().empty());
        EngineConfig nat = lab.config;
        nat.firewall.nat = {lab.rule("dstnat", RuleAction::DstNat)};
        QCOMPARE(Steering(nat, 2).reason(), std::string_view("there are NAT rules for destinations"));
        EngineConfig limited = lab.config;
        limited.firewall.filter.push_back(lab.rule("forward", RuleAction::Drop));
        limited.firewall.filter.back().match.more = {{match::Limit{}, false}};
        QCOMPARE(Steering(limited, 2).reason(), std::string_view("there are rules that count or list over all flows"));
        EngineConfig queued = lab.config;
        queued.queues.simple.emplace_back();
        QCOMPARE(Steering(queued, 2).reason(), std::string_view("there are queues with one rate for all flows"));
        lab.bridge("bridge1");
        QCOMPARE(Steering(lab.config, 2).reason(), std::string_view("there are bridges or tunnels"));
    }
    void anErrorGoesWhereItsQuotedPacketWent() {
        TwoNetworks lab;
        const Steering steering(lab.config, 2);
        const auto workerOf = [&](const Frame& f) {
            PacketBuf p{};
            p.length = static_cast<std::uint16_t>(f.size());
            std::memcpy(p.frame(), f.data(), f.size());
            parse(p);
            return steering.workerOf(p);
        };
        for (std::uint16_t port = 1000; port < 1100; ++port) {
            QCOMPARE(workerOf(PacketBuilder::udp().from("203.0.113.9", 53).to("192.0.2.1", port).payload(18).build()), port % 2);
            QCOMPARE(workerOf(PacketBuilder::udp().from("10.0.0.2", port).to("203.0.113.9", 53).payload(18).build()),
                     workerOf(PacketBuilder::udp().from("203.0.113.9", 53).to("10.0.0.2", port).payload(18).build()));
            QCOMPARE(workerOf(PacketBuilder::echoRequest(port).from("203.0.113.9").to("192.0.2.1").build()), port % 2);
        }
    }
};

QTEST_APPLESS_MAIN(WorkersTest)
#include "tst_workers.moc"
