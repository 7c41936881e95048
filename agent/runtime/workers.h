// Several engines on threads of their own that share nothing: one configuration, flows spread by Steering, counters added up when somebody
// asks. Each worker receives by itself (a queue of a network card, a fanout socket, a generator): nothing is handed from core to core.
//
//   Workers workers(2, 4096, [&](std::uint16_t index, PacketPool& pool) { return std::make_unique<MyPorts>(index, pool); });
//   workers.apply(config);              // prepared once per worker on this thread, in force in all of them when it returns
//   workers.start();
//   PathCounters all = workers.paths();
//
// The caller's WorkerPorts deliver to each worker what Steering says is its own, and ARP frames to every worker: to those behind the first
// as replies (forOthers()), so that one router answers once. Source ports of NAT are shared out (PortShare).
// Threads: construct, apply, start, stop and the read-outs from one control thread; WorkerPorts is called on its worker's thread.
#pragma once

#include "agent/dataplane/packet/packet_pool.h"
#include "agent/dataplane/pipeline/engine.h"
#include "agent/dataplane/pipeline/steering.h"
#include "core/base/clock.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace agent::runtime {

// The ports of one worker.
class WorkerPorts : public dataplane::PortSink {
public:
    // Adds packets of the worker's pool with inPort, offset and length set; none when nothing is there. Must not wait.
    virtual void receive(dataplane::Batch& batch) = 0;
};

class Workers {
public:
    using MakePorts = std::function<std::unique_ptr<WorkerPorts>(std::uint16_t index, dataplane::PacketPool& pool)>;

    // `buffers`: packets in flight, per worker.
    Workers(std::uint16_t count, std::size_t buffers, const MakePorts& makePorts);
    ~Workers(); // stops

    void start();
    void stop();

    // Packets that arrive from now on are steered by what steering() says after this.
    void apply(const dataplane::EngineConfigPtr& config);
    [[nodiscard]] const dataplane::Steering& steering() const { return *steering_; }
    // Runs on each worker in turn, between two batches.
    void call(const std::function<void(dataplane::Engine&, core::base::Nanos now)>& job);

    // --- sums over all workers
    [[nodiscard]] dataplane::PathCounters paths();
    [[nodiscard]] dataplane::BytesPackets ruleCounters(std::uint32_t uid);
    [[nodiscard]] std::size_t connectionCount();
    [[nodiscard]] std::size_t count() const { return all_.size(); }

    // Makes an ARP frame for worker 0 the one the other workers get: what they learn is the same, and they do not answer it.
    static void forOthers(dataplane::PacketBuf& arp);

private:
    class One;
    core::base::SteadyClock clock_;
    std::vector<std::unique_ptr<One>> all_;
    std::unique_ptr<const dataplane::Steering> steering_;
};

} // namespace agent::runtime
