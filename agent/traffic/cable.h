// What hangs on one port of the router: a line and the hosts behind it, with a switch between them when there are several.
// Frames between two hosts of one cable never reach the router.
#pragma once

#include "agent/dataplane/parse/ethernet.h"
#include "agent/traffic/line.h"
#include "agent/traffic/line_turns.h"
#include "agent/traffic/services.h"

#include <string>
#include <vector>

namespace agent::traffic {

class Host;

class Cable {
public:
    Cable(dataplane::PortId port, std::uint64_t bps, Services& services) : port_(port), line_(bps), turns_(line_, services.timers), services_(services) {}

    void connect(Host& host) { hosts_.push_back(&host); }
    // A frame from outside for the hosts: goes to the one with its destination MAC, broadcasts to all of its VLAN. Takes ownership.
    // `sender` (may be null) does not get its own frame back.
    void deliver(dataplane::PacketBuf* packet, const Host* sender, core::base::Nanos at);
    // The host with this MAC and VLAN; null when there is none.
    [[nodiscard]] Host* find(dataplane::MacKey mac, std::uint16_t vlan) const;
    [[nodiscard]] bool shared() const { return hosts_.size() > 1; }
    // A copy for a second receiver; null when the pool is empty.
    dataplane::PacketBuf* copyOf(const dataplane::PacketBuf& packet);

    [[nodiscard]] Line& line() { return line_; }
    [[nodiscard]] LineTurns& turns() { return turns_; }
    [[nodiscard]] dataplane::PortId port() const { return port_; }

private:
    dataplane::PortId port_;
    Line line_;
    LineTurns turns_;
    Services& services_;
    std::vector<Host*> hosts_;
};

} // namespace agent::traffic
