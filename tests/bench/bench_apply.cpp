// What a change of configuration does to forwarding: one thread forwards FastTracked packets without a pause, another prepares a large
// configuration, hands it over between two batches, and frees what was in force before.
//
//   bench_apply [RUNS]        // default 15; two cores, nobody else on them
//
// Prints medians and the worst of all runs: time to prepare (control thread), time the forwarding thread spends on the exchange, and the
// longest gap between two batches while all this happened. The row "nothing" shows what the machine itself adds. Never fails because of a
// time.
#include "tests/bench/figures.h"
#include "tests/bench/path_rig.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <thread>
#include <utility>

namespace {

using namespace agent::dataplane;

// The forwarding thread.
class Forwarder {
public:
    Forwarder() : thread_([this] { run(); }) {
        while (!ready_) {
            std::this_thread::yield();
        }
    }
    ~Forwarder() {
        stop_ = true;
        thread_.join();
    }
    // Until now's longest gap, and begins anew.
    double takeGap() {
        askGap_ = true;
        while (askGap_) {
            std::this_thread::yield();
        }
        return gap_;
    }
    // Microseconds the exchange took.
    double exchange(PreparedConfig& next) {
        pending_ = &next;
        while (pending_ != nullptr) {
            std::this_thread::yield();
        }
        return took_;
    }
    [[nodiscard]] const EngineConfig& config() const { return rig_->config(); }

private:
    void run() {
        rig_ = std::make_unique<bench::PathRig>(bench::Setup::FastTrack, 1000);
        ready_ = true;
        double last = bench::microseconds(), longest = 0;
        while (!stop_) {
            if (PreparedConfig* next = pending_.load()) {
                const double began = bench::microseconds();
                rig_->apply(*next);
                took_ = bench::microseconds() - began;
                pending_ = nullptr;
            }
            rig_->runBatch();
            const double now = bench::microseconds();
            longest = std::max(longest, now - last);
            last = now;
            if (askGap_) {
                gap_ = std::exchange(longest, 0);
                askGap_ = false;
            }
        }
        rig_.reset();
    }

    std::unique_ptr<bench::PathRig> rig_;
    std::atomic<PreparedConfig*> pending_ = nullptr;
    std::atomic<bool> ready_ = false, stop_ = false, askGap_ = false;
    double gap_ = 0, took_ = 0; // written before the atomic that says so
    std::thread thread_;
};

// One of two variants that differ in every rule.
void addRules(EngineConfig& c, std::uint32_t rules, std::uint32_t variant) {
    std::vector<RuleConfig> all;
    for (std::uint32_t i = 0; i < rules; ++i) {
        RuleConfig r;
        r.uid = 100'000 + i;
        r.chain = "forward";
        r.action = RuleAction::Drop;
        r.match.srcAddress.value = Ipv4Range{0xac100000 + i * 8 + variant, 0xac100000 + i * 8 + variant + 4};
        r.match.protocol.value = std::uint8_t{6};
        r.match.dstPort.value = {PortRange{static_cast<std::uint16_t>(1 + i % 60'000), static_cast<std::uint16_t>(1 + i % 60'000)}};
        all.push_back(std::move(r));
    }
    c.firewall.filter.insert(c.firewall.filter.begin(), all.begin(), all.end());
}

void addRoutes(EngineConfig& c, std::uint32_t routes, std::uint32_t variant) {
    for (std::uint32_t i = 0; i < routes; ++i) {
        RouteConfig r;
        r.uid = 1'000'000 + i;
        r.destination = {0x20000000u + (i * 0x9e3779b1u) % 0x60000000u, static_cast<std::uint8_t>(24 - i % 8)};
        r.destination.address &= r.destination.mask();
        r.gateway = 0xc0000202 + (i + variant) % 200;
        c.routes.push_back(r);
    }
}

void measure(const char* name, Forwarder& forwarder, int runs, std::uint32_t rules, std::uint32_t routes, bool change) {
    std::vector<double> preparing, exchanging, gaps;
    for (int run = -1; run < runs; ++run) { // the first brings the new size
        forwarder.takeGap();
        const double began = bench::microseconds();
        if (!change) {
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
        } else {
            auto config = std::make_shared<EngineConfig>(forwarder.config());
            addRules(*config, rules, static_cast<std::uint32_t>(run & 1));
            addRoutes(*config, routes, static_cast<std::uint32_t>(run & 1));
            PreparedConfigPtr next = prepare(std::move(config));
            const double prepared = bench::microseconds();
            const double took = forwarder.exchange(*next);
            next.reset();
            if (run >= 0) {
                preparing.push_back(prepared - began);
                exchanging.push_back(took);
            }
        }
        const double gap = forwarder.takeGap();
        if (run >= 0) {
            gaps.push_back(gap);
        }
    }
    std::printf("%-28s %12.1f %12.1f %12.1f %12.1f %12.1f\n", name, bench::median(preparing) / 1000, bench::median(exchanging),
                bench::longest(exchanging), bench::median(gaps), bench::longest(gaps));
}

} // namespace

int main(int argc, char** argv) {
    const int runs = argc > 1 ? std::max(1, std::atoi(argv[1])) : 15;
    Forwarder forwarder;
    std::printf("%-28s %12s %12s %12s %12s %12s\n", "change", "prepare ms", "exchange us", "worst us", "gap us", "worst us");
    measure("nothing", forwarder, runs, 0, 0, false);
    measure("10 000 rules", forwarder, runs, 10'000, 0, true);
    measure("100 000 routes", forwarder, runs, 0, 100'000, true);
    measure("10 000 rules, 100 000 routes", forwarder, runs, 10'000, 100'000, true);
}
