#include "agent/traffic/traffic.h"

#include "agent/traffic/ping_flow.h"
#include "agent/traffic/tcp_flow.h"
#include "agent/traffic/udp_flow.h"
#include "agent/traffic/voip_flow.h"
#include "agent/traffic/web_flow.h"

#include <algorithm>

namespace agent::traffic {
namespace {

using core::base::Nanos;

// Locally administered, unicast; numbered by host. The agent's own interfaces are 02:50:53:…: no host may share an address with them.
constexpr dataplane::MacKey kFirstMac = 0x0248'5300'0001ull;

std::unique_ptr<Flow> makeFlow(const FlowSpec& spec, Host& client, Host& server, Nanos now) {
    switch (spec.kind) {
    case FlowKind::Tcp:
        return std::make_unique<TcpFlow>(spec, client, server, now);
    case FlowKind::Udp:
        return std::make_unique<UdpFlow>(spec, client, server, now);
    case FlowKind::Voip:
        return std::make_unique<VoipFlow>(spec, client, server, now);
    case FlowKind::Web:
        return std::make_unique<WebFlow>(spec, client, server, now);
    case FlowKind::Ping:
        break;
    }
    return std::make_unique<PingFlow>(spec, client, server, now);
}

} // namespace

Traffic::Traffic(const Scenario& scenario, std::span<const CablePort> ports, dataplane::PacketPool& pool, FrameSink& sink,
                 const Options& options, Nanos now)
    : name_(scenario.name), sink_(sink), random_(options.seed), services_{pool, timers_, random_, options.foreignFrames} {
    for (std::size_t i = 0; i < ports.size(); ++i) {
        cables_.push_back(std::make_unique<Cable>(static_cast<dataplane::PortId>(i), ports[i].speedBps, services_));
    }
    for (const HostSpec& spec : scenario.hosts) {
        const auto port = std::find_if(ports.begin(), ports.end(), [&](const CablePort& p) { return p.name == spec.port; });
        Cable& cable = *cables_[static_cast<std::size_t>(port - ports.begin())];
        hosts_.push_back(std::make_unique<Host>(spec, kFirstMac + hosts_.size(), cable, services_));
    }
    for (const FlowSpec& spec : scenario.flows) {
        flows_.push_back(makeFlow(spec, *hosts_[spec.client], *hosts_[spec.server], now));
    }
}

Traffic::~Traffic() = default;

void Traffic::receive(dataplane::PortId port, dataplane::PacketBuf* packet, Nanos at) { cables_[port]->deliver(packet, nullptr, at); }

Nanos Traffic::poll(Nanos now) {
    Nanos next = now;
    while (next <= now) {
        for (const auto& host : hosts_) {
            host->receiveDue(now);
        }
        timers_.run(now);
        transmitDue(now);
        next = timers_.next();
        for (const auto& host : hosts_) {
            next = std::min(next, host->next());
        }
    }
    return next;
}

// In order of time over all hosts: who comes first finds the place in a ring.
void Traffic::transmitDue(Nanos now) {
    for (;;) {
        Host* first = nullptr;
        Nanos earliest = now, second = now;
        for (const auto& host : hosts_) {
            const Nanos at = host->nextOut();
            if (at <= now && (first == nullptr || at < earliest)) {
                second = first == nullptr ? now : earliest;
                earliest = at;
                first = host.get();
            } else {
                second = std::min(second, at);
            }
        }
        if (first == nullptr) {
            return;
        }
        first->transmitDue(second, sink_);
    }
}

std::vector<FlowReport> Traffic::report(Nanos now) const {
    std::vector<FlowReport> reports;
    for (const auto& flow : flows_) {
        reports.push_back(flow->report(now));
    }
    return reports;
}

} // namespace agent::traffic
