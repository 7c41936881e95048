#include "hub.h"

#include <algorithm>

using agent::dataplane::PacketBuf;
using agent::dataplane::PortId;

Hub::Hub(const Options& options)
    : options_(options), ways_{Way{agent::traffic::Line(options.bps), {}}, Way{agent::traffic::Line(options.bps), {}}} {}

Hub::~Hub() {
    for (Way& way : ways_) {
        while (PacketBuf* packet = way.queue.popDue(agent::traffic::kNever)) {
            pool.give(packet);
        }
    }
}

void Hub::load(const agent::traffic::Scenario& scenario) {
    const std::array<agent::traffic::CablePort, 2> ports{{{"ether1", options_.cableBps}, {"ether2", options_.cableBps}}};
    traffic = std::make_unique<agent::traffic::Traffic>(scenario, ports, pool, *this, agent::traffic::Traffic::Options{}, now);
}

void Hub::arrive(PortId port, PacketBuf* packet, Nanos at) {
    if (record) {
        frames.emplace_back(packet->bytes().begin(), packet->bytes().end());
    }
    Way& way = ways_[port];
    if ((lose && lose(port, *packet, at)) || way.queue.size() >= options_.queue) {
        queueDrops += way.queue.size() >= options_.queue ? 1 : 0;
        pool.give(packet);
        return;
    }
    way.queue.push(packet, way.line.transmit(packet->wireLength(), at));
}

void Hub::run(Nanos until) {
    Nanos next = traffic->poll(now);
    while (true) {
        const Nanos due = std::min({next, ways_[0].queue.next(), ways_[1].queue.next()});
        now = std::min(std::max(due, now), until);
        for (PortId from = 0; from < 2; ++from) {
            while (PacketBuf* packet = ways_[from].queue.popDue(now)) {
                traffic->receive(static_cast<PortId>(1 - from), packet, packet->enqueuedAt);
            }
        }
        next = traffic->poll(now);
        if (now >= until) {
            return;
        }
    }
}
