// Everything the worker thread owns, in simulated time: packet pool, engine, the modelled processor, the links behind the ports,
// the traffic scenario and real ports. No thread, no clock: step() is told the time.
//
//   what arrives (cables, real ports) → switchStage → receive rings → cores: cpuStage → interface queues → links → cables, real ports
//
// A port bound to the outside has no simulated hosts any more: theirs and its frames go to the real interface or are lost.
#pragma once

#include "agent/dataplane/packet/packet_pool.h"
#include "agent/dataplane/pipeline/engine.h"
#include "agent/io/pcapng_buffer.h"
#include "agent/io/port.h"
#include "agent/runtime/cpu_model.h"
#include "agent/runtime/link.h"
#include "agent/runtime/pacer.h"
#include "agent/runtime/port_binding.h"
#include "agent/traffic/traffic.h"
#include "core/devices/board.h"

#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace agent::runtime {

class Machine final : public Paced, private dataplane::PortSink, private traffic::FrameSink {
public:
    struct Options {
        bool native = false; // packets cost what they cost here; no rings
        std::size_t buffers = 32768;
        std::uint64_t seed = 1;
    };
    // Simulated time begins at kStart, so that 0 can mean "never" everywhere.
    static constexpr core::base::Nanos kStart = core::base::kSecond;

    Machine(const core::devices::Board& board, const Options& options);
    ~Machine() override;

    core::base::Nanos step(core::base::Nanos now) override;
    [[nodiscard]] core::base::Nanos now() const { return now_; }

    void configure(dataplane::PreparedConfig& config) {
        engine_.apply(config, now_);
        expectTunnels();
    }
    void configure(dataplane::EngineConfigPtr config) {
        engine_.apply(std::move(config), now_);
        expectTunnels();
    }
    dataplane::Engine& engine() { return engine_; }
    dataplane::PacketPool& pool() { return pool_; }

    void bind(dataplane::PortId port, std::unique_ptr<io::Port> real);
    [[nodiscard]] bool bound(dataplane::PortId port) const { return bindings_[port] != nullptr; }
    // Real ports had more than one step takes: do not sleep.
    [[nodiscard]] bool pending() const { return pending_; }

    [[nodiscard]] const std::vector<traffic::CablePort>& cablePorts() const { return cablePorts_; }
    void play(const traffic::Scenario& scenario);
    void stopPlaying();
    // Keeps what comes in and what the engine sends, with the path, until this many octets are full; a capture that runs is forgotten.
    void startCapture(std::size_t limit);
    // The file so far; nothing when none was started.
    [[nodiscard]] std::optional<std::string> stopCapture();
    [[nodiscard]] traffic::Traffic* traffic() { return traffic_.get(); }

    // By core of the board; nothing when native.
    [[nodiscard]] std::optional<std::vector<double>> cpuPercent() const;

private:
    // PortSink: the engine sends.
    [[nodiscard]] std::size_t room(dataplane::PortId port) const override { return links_[port].room(); }
    bool send(dataplane::PortId port, dataplane::PacketBuf* packet, core::base::Nanos now) override;
    std::size_t sendBatch(dataplane::PortId port, std::span<dataplane::PacketBuf* const> packets, core::base::Nanos now) override;
    // FrameSink: a cable brings.
    void arrive(dataplane::PortId port, dataplane::PacketBuf* packet, core::base::Nanos at) override;

    // Tunnels leave ciphers and headers anywhere in a buffer: simulated hosts then have to clear their payload.
    void expectTunnels();
    void drainLinks(core::base::Nanos now);
    void receiveFromReal();
    void enter(dataplane::PortId port, dataplane::PacketBuf* packet, core::base::Nanos at);
    void forwardArrived();
    void serveCores(core::base::Nanos until);
    void capture(dataplane::PortId port, const dataplane::PacketBuf& packet, core::base::Nanos at, bool leaves);

    bool native_;
    std::uint64_t seed_;
    std::vector<traffic::CablePort> cablePorts_;
    dataplane::PacketPool pool_;
    dataplane::Engine engine_;
    CpuModel cpu_;
    std::vector<Link> links_;                            // by PortId
    std::vector<std::unique_ptr<PortBinding>> bindings_; // by PortId; null: simulated
    std::unique_ptr<traffic::Traffic> traffic_;
    std::unique_ptr<io::PcapngBuffer> capture_; // null: nobody captures
    dataplane::Batch arrived_;
    bool pending_ = false;
    bool anyBound_ = false;
    bool anyTunnels_ = false;
    core::base::Nanos now_ = kStart;
};

} // namespace agent::runtime
