// The tables of the IPv6 lane: what EngineState holds for IPv4, with addresses as ids of one address book. Part of EngineState.
#pragma once

#include "agent/dataplane/classifier/classifier.h"
#include "agent/dataplane/conntrack/conntrack.h"
#include "agent/dataplane/fib/address_book.h"
#include "agent/dataplane/fib/ipv6_routing_table.h"
#include "agent/dataplane/l2/neighbour_table.h"
#include "agent/dataplane/parse/ipv6.h"
#include "agent/dataplane/pipeline/adjacency.h"
#include "agent/dataplane/pipeline/engine.h"

namespace agent::dataplane {

struct Ipv6State {
    static constexpr std::size_t kNeighbours = 4096;

    // Of the engine's own topology; see AdjacencyView.
    Ipv6State(const InterfaceStack& stack, const std::vector<std::unique_ptr<Bridge>>& bridges, const InterfaceQueueSet& queues,
              const GlobalSwitches& switches)
        : adjacencies({stack, bridges, neighbours, queues, switches, kEtherTypeIpv6}) {}

    // Forgets addresses nobody uses any more. Between batches.
    void tidyBook(core::base::Nanos now);

    AddressBook book;
    Ipv6RoutingTable routes;
    NeighbourTable neighbours{kNeighbours};
    AdjacencyTable adjacencies;
    Conntrack conntrack;
    Classifier classifier{conntrack};
    BytesPackets fastPath, fastTrack; // octets of IPv6 packets
};

} // namespace agent::dataplane
