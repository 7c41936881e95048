#include "lab.h"

#include "agent/runtime/machine.h"
#include "agent/traffic/scenario_loader.h"

#include <QtTest>
#include <array>
#include <cstring>
#include <deque>
#include <vector>

using agent::dataplane::Batch;
using agent::dataplane::PacketBuf;
using agent::dataplane::PacketPool;
using agent::runtime::Machine;
using agent::runtime::PortBinding;
using core::base::kMillisecond;
using core::base::Nanos;

namespace {

using Frame = std::vector<std::uint8_t>;

// What went in and out of a pretended interface.
struct Wire {
    std::deque<Frame> incoming;
    std::vector<Frame> outgoing;
    std::vector<std::size_t> bursts;
};

class PretendedPort final : public agent::io::Port {
public:
    explicit PretendedPort(Wire& wire) : wire_(wire) {}
    std::size_t receive(std::span<agent::io::FrameSlot> slots) override {
        std::size_t n = 0;
        for (; n < slots.size() && !wire_.incoming.empty(); ++n) {
            const Frame frame = wire_.incoming.front();
            wire_.incoming.pop_front();
            std::memcpy(slots[n].buffer, frame.data(), frame.size());
            slots[n].length = static_cast<std::uint32_t>(frame.size());
        }
        return n;
    }
    std::size_t send(std::span<const agent::io::FrameView> frames) override {
        wire_.bursts.push_back(frames.size());
        for (const auto& frame : frames) {
            wire_.outgoing.emplace_back(frame.bytes, frame.bytes + frame.length);
        }
        return frames.size();
    }
    bool pending() const override { return false; }
    int fd() const override { return -1; }
    const std::string& interfaceName() const override { return name_; }
    agent::io::PortStats stats() override { return {}; }

private:
    Wire& wire_;
    std::string name_ = "pretended";
};

// Who has 10.0.1.1? Tell 10.0.1.77.
Frame arpRequest() {
    Frame f{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x02, 0, 0, 0, 0, 0x77, 0x08, 0x06, 0, 1, 8, 0, 6, 4, 0, 1,
            0x02, 0,    0,    0,    0,    0x77, 10,   0, 1, 77, 0, 0, 0, 0, 0, 0, 10, 0, 1, 1};
    f.resize(60);
    return f;
}

void run(Machine& machine, Nanos span) {
    const Nanos end = machine.now() + span;
    while (machine.now() < end) {
        machine.step(machine.now() + agent::runtime::Pacer::kQuantum);
    }
}

} // namespace

class TestPortBinding : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void framesGoIntoBuffersOfThePoolAndSparesAreKept() {
        PacketPool pool(200);
        Wire wire;
        {
            PortBinding binding(std::make_unique<PretendedPort>(wire), pool);
            for (std::uint8_t i = 0; i < 70; ++i) {
                wire.incoming.push_back(Frame(60 + i, i));
            }
            std::vector<PacketBuf*> got;
            for (const std::size_t expected : {64u, 6u, 0u}) {
                Batch batch;
                binding.receive(batch);
                QCOMPARE(batch.count, expected);
                got.insert(got.end(), batch.begin(), batch.end());
            }
            for (std::size_t i = 0; i < got.size(); ++i) {
                QCOMPARE(std::size_t{got[i]->length}, 60 + i);
                QCOMPARE(std::size_t{got[i]->frame()[59]}, i);
                pool.give(got[i]);
            }
            QCOMPARE(pool.available(), std::size_t{200 - 64}); // the spares
        }
        QCOMPARE(pool.available(), pool.capacity());
    }

    void anEmptyPoolReceivesNothing() {
        PacketPool pool(1);
        PacketBuf* taken = pool.take();
        Wire wire;
        wire.incoming.push_back(Frame(60, 1));
        PortBinding binding(std::make_unique<PretendedPort>(wire), pool);
        Batch batch;
        binding.receive(batch);
        QCOMPARE(batch.count, std::size_t{0});
        QCOMPARE(wire.incoming.size(), std::size_t{1});
        pool.give(taken);
    }

    void framesLeaveInFullBatchesAndTheRestWithTheFlush() {
        PacketPool pool(200);
        Wire wire;
        PortBinding binding(std::make_unique<PretendedPort>(wire), pool);
        for (int i = 0; i < 70; ++i) {
            PacketBuf* packet = pool.take();
            packet->length = 60;
            binding.send(packet);
        }
        QCOMPARE(wire.bursts, (std::vector<std::size_t>{64}));
        binding.flush();
        binding.flush();
        QCOMPARE(wire.bursts, (std::vector<std::size_t>{64, 6}));
        QCOMPARE(pool.available(), pool.capacity());
    }

    void theRouterAnswersOnABoundPort_data() {
        QTest::addColumn<bool>("native");
        QTest::newRow("modelled") << false;
        QTest::newRow("native") << true;
    }
    void theRouterAnswersOnABoundPort() {
        QFETCH(bool, native);
        Wire wire;
        Machine machine(lab::board(), {.native = native});
        machine.configure(lab::config());
        machine.bind(0, std::make_unique<PretendedPort>(wire));
        wire.incoming.push_back(arpRequest());
        run(machine, kMillisecond);
        QCOMPARE(wire.outgoing.size(), std::size_t{1});
        Frame reply{0x02, 0, 0, 0, 0, 0x77, 0x02, 0, 0, 0, 1, 1, 0x08, 0x06, 0, 1, 8, 0, 6, 4, 0, 2,
                    0x02, 0, 0, 0, 1, 1,    10,   0, 1, 1, 0x02, 0, 0, 0, 0, 0x77, 10, 0, 1, 77};
        reply.resize(60);
        QCOMPARE(wire.outgoing[0], reply);
    }

    void simulatedHostsOfABoundPortAreCutOff() {
        Wire wire;
        Machine machine(lab::board(), {});
        machine.configure(lab::config());
        machine.bind(0, std::make_unique<PretendedPort>(wire));
        const std::array<std::string, 2> ports{"ether1", "ether2"};
        const auto scenario =
            agent::traffic::loadScenario(lab::scenario(R"({"kind": "ping", "client": "pc", "server": "server", "interval": "1ms"})"), "x", ports);
        QVERIFY(scenario.has_value());
        machine.play(*scenario);
        run(machine, 20 * kMillisecond);
        QCOMPARE(machine.engine().interfaceStats(0).rxPacket, std::uint64_t{0});
    }
};

QTEST_APPLESS_MAIN(TestPortBinding)
#include "tst_port_binding.moc"
