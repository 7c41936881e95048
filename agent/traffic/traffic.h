// The world around the router: hosts on its ports and the flows between them, in simulated time.
//
//   auto scenario = loadScenario(text, "office.json", portNames);
//   Traffic traffic(*scenario, ports, pool, sink, {.seed = 1}, now);
//   for (;;) {
//       traffic.receive(port, packet, at);            // what left the router and reached the far end of a cable
//       Nanos next = traffic.poll(now);               // calls sink.arrive() for what reaches the router by `now`
//   }
//
// Every packet is a real frame; hosts resolve their gateway with ARP, connections shake hands, lost segments are sent again.
// Each event happens at its own time even when poll() comes later; only between different hosts may order be coarser than poll()s.
// Owns hosts, flows and packets under way; gives the packets back to the pool when it goes. One thread.
#pragma once

#include "agent/traffic/cable.h"
#include "agent/traffic/flow.h"
#include "agent/traffic/host.h"
#include "agent/traffic/scenario.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace agent::traffic {

// A port of the router, in order of PortId.
struct CablePort {
    std::string name;
    std::uint64_t speedBps = 0; // more than 0
};

class Traffic {
public:
    struct Options {
        std::uint64_t seed = 1;
        bool foreignFrames = false; // the pool's buffers also hold frames of real ports
    };
    // pool and sink must outlive this. The scenario must have been loaded for these ports.
    Traffic(const Scenario& scenario, std::span<const CablePort> ports, dataplane::PacketPool& pool, FrameSink& sink, const Options& options,
            core::base::Nanos now);
    ~Traffic();

    // Takes ownership. `at`: when the last bit arrived; not before the last poll().
    void receive(dataplane::PortId port, dataplane::PacketBuf* packet, core::base::Nanos at);
    // Does what is due and returns when the next thing is; kNever when nothing is planned.
    core::base::Nanos poll(core::base::Nanos now);
    void setForeignFrames(bool foreign) { services_.foreignFrames = foreign; }

    [[nodiscard]] std::vector<FlowReport> report(core::base::Nanos now) const;
    [[nodiscard]] const std::string& name() const { return name_; }
    [[nodiscard]] const std::vector<std::unique_ptr<Flow>>& flows() const { return flows_; }

private:
    void transmitDue(core::base::Nanos now);

    std::string name_;
    FrameSink& sink_;
    Random random_;
    TimerQueue timers_;
    Services services_;
    std::vector<std::unique_ptr<Cable>> cables_; // by PortId
    std::vector<std::unique_ptr<Host>> hosts_;
    std::vector<std::unique_ptr<Flow>> flows_;
};

} // namespace agent::traffic
