// What a second core brings: 1 and 2 workers, in turns, each on a thread of its own with a generator of its own flows (64 octets, from memory
// to memory, 1 000 flows in all, spread as Steering says), FastTrack with NAT and the slow path with NAT and 25 filter rules.
//
//   bench_workers [ROUNDS]        // default 5, half a second each; two cores, nobody else on them
//
// Prints medians: million packets a second of all workers, and what two do in terms of one. Ends with failure when packets do not leave or
// not on the path meant; never because of a time.
#include "agent/runtime/workers.h"
#include "agent/dataplane/parse/arp_message.h"
#include "agent/dataplane/parse/parse.h"
#include "tests/agent/dataplane/support/packet_builder.h"
#include "tests/bench/figures.h"
#include "tests/bench/path_rig.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <pthread.h>
#include <thread>

namespace {

using namespace agent::dataplane;
using agent::runtime::WorkerPorts;
using agent::runtime::Workers;
using Octets = std::vector<std::uint8_t>;

// Brings each frame of `once` one time, then those of `again` round and round; counts what leaves.
class Generator final : public WorkerPorts {
public:
    explicit Generator(PacketPool& pool) : pool_(pool) {}

    // Between two batches of its worker (Workers::call).
    void bring(PortId port, std::vector<Octets> once) {
        port_ = port;
        once_ = std::move(once);
        next_ = 0;
    }
    void repeat(std::vector<Octets> again) { again_ = std::move(again); }
    [[nodiscard]] bool done() const { return next_ >= once_.size(); }

    void receive(Batch& batch) override {
        if (next_ < once_.size()) {
            while (next_ < once_.size() && !batch.full()) {
                PacketBuf* p = pool_.take();
                fill(*p, port_, once_[next_++]);
                batch.push(p);
            }
        } else if (!again_.empty()) {
            batch.count = pool_.take(batch.packets);
            for (PacketBuf* p : batch) {
                fill(*p, 0, again_[turn_]);
                turn_ = turn_ + 1 == again_.size() ? 0 : turn_ + 1;
            }
        }
    }
    [[nodiscard]] std::size_t room(PortId) const override { return 1024; }
    bool send(PortId, PacketBuf* p, core::base::Nanos) override {
        packets.fetch_add(1, std::memory_order_relaxed);
        pool_.give(p);
        return true;
    }
    std::size_t sendBatch(PortId, std::span<PacketBuf* const> batch, core::base::Nanos) override {
        packets.fetch_add(batch.size(), std::memory_order_relaxed);
        pool_.give(batch);
        return batch.size();
    }
    alignas(64) std::atomic<std::uint64_t> packets = 0;

private:
    static void fill(PacketBuf& p, PortId port, const Octets& octets) {
        p.inPort = port;
        p.length = static_cast<std::uint16_t>(octets.size());
        std::memcpy(p.frame(), octets.data(), octets.size());
    }

    PacketPool& pool_;
    PortId port_ = 0;
    std::vector<Octets> once_, again_;
    std::size_t next_ = 0, turn_ = 0;
};

struct Router {
    std::vector<Generator*> ports;
    Workers workers;

    Router(std::uint16_t count, bench::Setup setup)
        : workers(count, 4096, [this](std::uint16_t, PacketPool& pool) {
              auto made = std::make_unique<Generator>(pool);
              ports.push_back(made.get());
              return made;
          }) {
        const bench::PathRig model(setup, 1000, false);
        workers.apply(std::make_shared<const EngineConfig>(model.config()));
        workers.start();
        std::uint16_t cpu = 0;
        bring(0, std::vector(count, model.introductions(0)));
        bring(1, std::vector(count, model.introductions(1)));
        std::vector<std::vector<Octets>> flows(count);
        for (Octets& frame : model.flows()) {
            PacketBuf p{};
            p.length = static_cast<std::uint16_t>(frame.size());
            std::memcpy(p.frame(), frame.data(), frame.size());
            parse(p);
            flows[workers.steering().workerOf(p)].push_back(std::move(frame));
        }
        bring(0, flows);
        for (int round = 0; round < 2; ++round) { // the servers answer: every connection is established, and FastTracked where a rule says so
            bring(1, replies());
            bring(0, flows);
        }
        workers.call([&](Engine&, core::base::Nanos) {
            cpu_set_t set;
            CPU_ZERO(&set);
            CPU_SET(cpu % std::max(1u, std::thread::hardware_concurrency()), &set);
            pthread_setaffinity_np(pthread_self(), sizeof set, &set);
            ports[cpu]->repeat(flows[cpu]);
            ++cpu;
        });
    }
    // Million packets a second that leave all workers.
    double rate(double seconds) {
        const std::uint64_t before = sent();
        const double began = bench::microseconds();
        std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
        return static_cast<double>(sent() - before) / (bench::microseconds() - began);
    }

private:
    std::uint64_t sent() const {
        std::uint64_t sum = 0;
        for (const Generator* port : ports) {
            sum += port->packets;
        }
        return sum;
    }
    void bring(PortId port, std::vector<std::vector<Octets>> frames) {
        std::size_t worker = 0;
        workers.call([&](Engine&, core::base::Nanos) {
            ports[worker]->bring(port, std::move(frames[worker]));
            ++worker;
        });
        for (bool done = false; !done;) {
            done = true;
            worker = 0;
            workers.call([&](Engine&, core::base::Nanos) { done = ports[worker++]->done() && done; });
        }
    }
    std::vector<std::vector<Octets>> replies() {
        std::vector<std::vector<Octets>> all(workers.count());
        std::size_t worker = 0;
        workers.call([&](Engine& engine, core::base::Nanos now) {
            engine.forEachConnection(
                [&](const ConnectionInfo& c) {
                    all[worker].push_back(agent::dataplane::test::PacketBuilder::udp()
                                              .from(c.replySrc, c.replySrcPort)
                                              .to(c.replyDst, c.replyDstPort)
                                              .macs(bench::PathRig::kServer, bench::PathRig::kRouter + 1)
                                              .payload(18)
                                              .build());
                },
                now);
            ++worker;
        });
        return all;
    }
};

bool measure(const char* name, bench::Setup setup, core::model::PathKind kind, int rounds) {
    std::vector<double> one, two, factor;
    bool right = true;
    for (int round = 0; round < rounds; ++round) {
        for (std::uint16_t count = 1; count <= 2; ++count) {
            Router router(count, setup);
            const PathCounters before = router.workers.paths();
            (count == 1 ? one : two).push_back(router.rate(0.5));
            const PathCounters after = router.workers.paths();
            std::uint64_t all = 0;
            for (std::size_t path = 0; path < core::model::kPathCount; ++path) {
                all += after.packets[path] - before.packets[path];
            }
            const auto meant = static_cast<std::size_t>(kind);
            right = right && all > 0 && static_cast<double>(after.packets[meant] - before.packets[meant]) > 0.98 * static_cast<double>(all);
        }
        factor.push_back(two.back() / one.back());
    }
    std::printf("%-32s %10.2f %10.2f %8.2f\n", name, bench::median(one), bench::median(two), bench::median(factor));
    return right;
}

} // namespace

int main(int argc, char** argv) {
    const int rounds = argc > 1 ? std::max(1, std::atoi(argv[1])) : 5;
    std::printf("%-32s %10s %10s %8s\n", "path, Mpps", "1 worker", "2 workers", "factor");
    const bool fastTrack = measure("fasttrack", bench::Setup::FastTrack, core::model::PathKind::FastTrack, rounds);
    const bool slow = measure("slow/conntrack+nat+25-rules", bench::Setup::Slow25, core::model::PathKind::Slow, rounds);
    return fastTrack && slow ? 0 : 1;
}
