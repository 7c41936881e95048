// Two ports of an imagined router that only passes frames on: from port 0 to port 1 and back, each way through a line of a given
// rate with a queue of a given length, under the eyes of a filter that may drop. Drives Traffic in virtual time.
#pragma once

#include "agent/traffic/traffic.h"

#include <array>
#include <functional>
#include <memory>
#include <vector>

class Hub final : public agent::traffic::FrameSink {
public:
    using Nanos = core::base::Nanos;
    using Frame = std::vector<std::uint8_t>;

    struct Options {
        std::uint64_t bps = 1'000'000'000;
        std::size_t queue = 256; // packets
        std::uint64_t cableBps = 10'000'000'000;
    };
    explicit Hub(const Options& options);
    ~Hub() override;

    void load(const agent::traffic::Scenario& scenario);
    void run(Nanos until);
    [[nodiscard]] agent::traffic::FlowReport report(std::size_t flow) const { return traffic->report(now)[flow]; }

    void arrive(agent::dataplane::PortId port, agent::dataplane::PacketBuf* packet, Nanos at) override;

    // Return true to lose the frame.
    std::function<bool(agent::dataplane::PortId from, const agent::dataplane::PacketBuf&, Nanos at)> lose;
    bool record = false;
    std::vector<Frame> frames; // with record, all that arrived, in order
    std::uint64_t queueDrops = 0;
    Nanos now = 0;

    agent::dataplane::PacketPool pool{16384};
    std::unique_ptr<agent::traffic::Traffic> traffic;

private:
    struct Way {
        agent::traffic::Line line;
        agent::traffic::PacketFifo queue;
    };
    Options options_;
    std::array<Way, 2> ways_; // by port the frames come from
};
