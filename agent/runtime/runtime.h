// Runs an Engine: one worker thread that paces simulated time to the wall clock, the modelled CPU in front of the engine,
// the links behind its ports, the traffic scenario, and real ports. Control talks to it only through this header.
//
// Threads: everything here may be called from any one control thread. call() runs its function on the worker between two
// batches and waits for it (microseconds while running); the function may use the Engine freely and must not block.
#pragma once

#include "agent/dataplane/config/engine_config.h"
#include "agent/dataplane/pipeline/engine.h"
#include "core/base/result.h"
#include "core/devices/board.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agent::runtime {

struct RuntimeOptions {
    bool native = false;        // ignore the board's cost: as fast as this machine
    std::size_t buffers = 32768; // packets in flight, all ports together
    std::uint64_t seed = 1;
};

// One flow or ping of the running scenario, as measured by its receiver.
struct TrafficReport {
    struct Flow {
        std::string name, kind; // kind: tcp, udp, ping
        double bitsPerSecond = 0; // goodput of the last second
        std::uint64_t bytes = 0, lost = 0, retransmitted = 0;
        double rttP50Ms = 0, rttP99Ms = 0; // tcp and ping, of the last 10 s; 0: no sample
        std::vector<std::pair<double, std::uint64_t>> roundTrips{}; // ping: (ms, how many) since it began
    };
    std::vector<Flow> flows;
    std::string scenario;          // name, empty when none runs
    double loadPercent = 0;        // of the thread that simulates, in the last second
    core::base::Nanos skipped = 0; // simulated time left out since the start, because this computer was too slow
};

class Runtime {
public:
    Runtime(core::devices::Board board, RuntimeOptions options);
    ~Runtime(); // stops

    void start();
    void stop();

    [[nodiscard]] const core::devices::Board& board() const;
    // New configuration; in force before this returns.
    void publish(dataplane::EngineConfigPtr config);
    void call(const std::function<void(dataplane::Engine&, core::base::Nanos now)>& job);

    // Percent busy of each core of the board over the last full second. Native: the worker's own load on core 0.
    [[nodiscard]] std::vector<double> cpuPercent();
    [[nodiscard]] core::base::Nanos uptime() const;

    // Connects a port of the board to the outside: "af_packet:IFNAME" or "tap:IFNAME". Errors name port, interface, remedy
    // (PermissionDenied when CAP_NET_RAW / CAP_NET_ADMIN is missing).
    core::base::Result<void> attach(std::string_view portName, std::string_view binding);

    // Replaces the running scenario; text is the scenario file (JSON). InvalidInput says where.
    core::base::Result<void> loadScenario(std::string_view json, std::string_view fileName);
    void stopScenario();

    // Keeps what comes in and what leaves as a pcapng file of at most this many octets, the path of each frame as its comment.
    void startCapture(std::size_t limit);
    // The file; nothing when no capture was started.
    [[nodiscard]] std::optional<std::string> stopCapture();
    [[nodiscard]] TrafficReport traffic();

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace agent::runtime
