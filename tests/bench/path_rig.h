// One engine set up for one path, and some flows of 64 octet frames to send through it from memory to memory. The generator copies
// a prepared frame into a fresh buffer, the sink takes the buffer back: both are part of the figure, as a driver would be.
#pragma once

#include "agent/dataplane/pipeline/engine.h"

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace bench {

enum class Setup {
    Switch,         // two ports of one chip
    L3Hw,           // routed by the chip
    BridgeFastPath, // CPU bridge
    FastPath,       // routed, no firewall
    FullTable,      // the same, by a table of 500 000 scattered routes of 16 to 24 bits over 200 gateways
    FastTrack,      // masqueraded, fasttracked UDP
    FastTrackQueue, // … through fq-codel in an interface tree
    SlowConntrack,  // conntrack, no rules
    Masquerade,     // conntrack, NAT
    Slow25,         // conntrack, masquerade, 25 filter rules that do not match and one that does
    Slow250,        // the same with 250
    Slow25Queues,   // 25 rules and 25 simple queues with HTB and fq-codel
};

class CountingSink final : public agent::dataplane::PortSink {
public:
    explicit CountingSink(agent::dataplane::PacketPool& pool)
        : pool_(pool) {}
    [[nodiscard]] std::size_t room(agent::dataplane::PortId) const override { return 1024; }
    bool send(agent::dataplane::PortId, agent::dataplane::PacketBuf* p, core::base::Nanos) override {
        ++packets;
        pool_.give(p);
        return true;
    }
    std::size_t sendBatch(agent::dataplane::PortId, std::span<agent::dataplane::PacketBuf* const> batch, core::base::Nanos) override {
        packets += batch.size();
        pool_.give(batch);
        return batch.size();
    }
    std::uint64_t packets = 0;

private:
    agent::dataplane::PacketPool& pool_;
};

class PathRig {
public:
    // `warm`: every connection is established before the first batch that counts; else each flow's first packet opens one.
    PathRig(Setup setup, std::size_t flows, bool warm = true);

    // One batch of 64 frames through switch stage and CPU stage; time moves by what it would take at line rate.
    void runBatch();
    // For who runs the same on engines of their own: the frames of all flows, and ARP frames that make the hosts behind a port known.
    static constexpr std::uint64_t kRouter = 0x020000000100, kClient = 0x02aa00000001, kServer = 0x02bb00000002;
    [[nodiscard]] std::vector<std::vector<std::uint8_t>> flows() const;
    [[nodiscard]] std::vector<std::vector<std::uint8_t>> introductions(agent::dataplane::PortId port) const;
    // Only the generator and the sink, to be taken off.
    void runGeneratorOnly();
    // Time passes; timers run once. Returns when the engine wants to be asked again.
    core::base::Nanos poll(core::base::Nanos passed) { return engine_.poll(now_ += passed); }

    [[nodiscard]] std::uint64_t forwarded() const { return sink_.packets; }
    [[nodiscard]] const agent::dataplane::PathCounters& paths() const { return engine_.pathCounters(); }
    [[nodiscard]] const agent::dataplane::EngineConfig& config() const { return config_; }
    void apply(agent::dataplane::PreparedConfig& next) { engine_.apply(next, now_); }
    [[nodiscard]] std::size_t connections() const { return engine_.connectionCount(); }
    [[nodiscard]] core::base::Nanos now() const { return now_; }

private:
    static constexpr std::size_t kLength = 60; // without FCS
    struct alignas(64) Frame {
        std::array<std::uint8_t, 64> octets{}; // copied whole
    };

    void fill(agent::dataplane::Batch& batch);
    void introduce(agent::dataplane::PortId port, std::uint32_t address, std::uint64_t mac, std::uint32_t own);
    void send(agent::dataplane::PortId port, const std::uint8_t* frame, std::size_t length);
    void introduceNeighbours(Setup setup);
    void warmUp(Setup setup);

    agent::dataplane::PacketPool pool_{4096};
    CountingSink sink_{pool_};
    agent::dataplane::Engine engine_{pool_, sink_};
    agent::dataplane::EngineConfig config_;
    std::vector<Frame> frames_; // one per flow
    std::size_t next_ = 0;
    core::base::Nanos now_ = core::base::kSecond;
};

} // namespace bench
