// What the stages of the engine share: the configuration in force, the tables derived from it, and the counters.
// Plain data with a few one-line helpers; every stage holds a reference. One thread.
#pragma once

#include "agent/dataplane/classifier/classifier.h"
#include "agent/dataplane/conntrack/conntrack.h"
#include "agent/dataplane/cost/packet_cost.h"
#include "agent/dataplane/fib/hw_route_table.h"
#include "agent/dataplane/fib/routing_table.h"
#include "agent/dataplane/l2/bonding.h"
#include "agent/dataplane/l2/bridge.h"
#include "agent/dataplane/l2/interface_stack.h"
#include "agent/dataplane/l2/neighbour_table.h"
#include "agent/dataplane/nat/helpers.h"
#include "agent/dataplane/nat/nat.h"
#include "agent/dataplane/pipeline/address_types.h"
#include "agent/dataplane/pipeline/adjacency.h"
#include "agent/dataplane/pipeline/bridge_firewall.h"
#include "agent/dataplane/pipeline/chip_link.h"
#include "agent/dataplane/pipeline/engine.h"
#include "agent/dataplane/pipeline/global_switches.h"
#include "agent/dataplane/pipeline/ipv6_state.h"
#include "agent/dataplane/pipeline/learned_links.h"
#include "agent/dataplane/pipeline/packet_ledger.h"
#include "agent/dataplane/pipeline/port_batches.h"
#include "agent/dataplane/pipeline/prepared_config.h"
#include "agent/dataplane/pipeline/trace_recorder.h"
#include "agent/dataplane/pipeline/walk_memory.h"
#include "agent/dataplane/queueing/global_queues.h"
#include "agent/dataplane/queueing/interface_queue_set.h"
#include "agent/dataplane/tunnel/ipsec_policies.h"
#include "agent/dataplane/tunnel/tunnel_table.h"

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace agent::dataplane {

struct EngineState {
    EngineState(PacketPool& packetPool, PortSink& portSink);

    // Exchanges what follows from the configuration with `next`, and takes over what has to live on. Whatever may take long belongs into
    // prepare(), not here.
    void apply(PreparedConfig& next, core::base::Nanos now);
    // `learned` has changed: the configuration given last, with it. Between two batches.
    void applyLearned(core::base::Nanos now);

    PacketPool& pool;
    PortSink& sink;
    EngineConfigPtr given;  // by control
    EngineConfigPtr config; // in force: with what sessions brought
    std::vector<LearnedLink> learned;

    InterfaceStack stack;
    std::unordered_map<std::uint32_t, IfIndex> interfaceOf; // by uid
    std::vector<std::optional<std::uint16_t>> offload; // chip by bridge port
    std::vector<std::unique_ptr<Bridge>> bridges;      // by bridge slot
    std::vector<Bond> bonds;                           // by bond slot
    BridgeFirewall bridgeFirewall;
    ChipLinks chipLinks;
    NeighbourTable neighbours;
    RoutingTable routes;
    std::vector<HwRouteTable> hwRoutes; // by chip
    GlobalSwitches switches;
    TunnelTable tunnels;
    IpsecPolicies ipsec;

    Conntrack conntrack;
    Nat nat{conntrack};
    Helpers helpers{conntrack};
    Classifier classifier{conntrack};
    WalkMemory walks;
    RoutedAddressTypes addressTypes{routes};
    GlobalQueues globalQueues;
    InterfaceQueueSet interfaceQueues;
    AdjacencyTable adjacencies;
    Ipv6State v6{stack, bridges, interfaceQueues, switches};
    // Grows when a remembered neighbour index may mean something else: new configuration, a neighbour gone. Never 0.
    std::uint32_t egressGeneration = 1;

    PathCounters paths;
    std::vector<InterfaceStats> stats; // by IfIndex
    PortBatches out{sink, stats};      // what the running stage sends
    BytesPackets fastPath, fastTrack, bridgeFastPath, bridgeFastForward;
    PacketWork work;         // of the packet being handled
    std::string configFault; // what of the last configuration could not be done; empty: nothing

    bool realPorts = false; // some port is an interface of this machine: what leaves is no model any more
    PacketLedger ledger;
    TraceRecorder trace;
    MatchWatch matches; // of the packet under trace, since its last hook

    void drop(PacketBuf* p, DropReason reason = DropReason::Other) {
        ledger.count(reason);
        if (trace.on()) [[unlikely]] {
            trace.dropped(*p, reason);
        }
        pool.give(p);
    }
    // It has served its purpose: the router itself was meant, or fragments take its place.
    void consume(PacketBuf* p) {
        ++ledger.consumed;
        if (trace.on()) [[unlikely]] {
            trace.ended(*p);
        }
        pool.give(p);
    }
    // A packet of the router's own, made because of `cause` when there is one; nullptr when the pool is empty.
    [[nodiscard]] PacketBuf* make(const PacketBuf* cause = nullptr) {
        PacketBuf* p = pool.take();
        if (p != nullptr) {
            ++ledger.originated;
            if (trace.on()) [[unlikely]] {
                trace.copied(cause != nullptr ? *cause : *p, *p);
            }
        }
        return p;
    }
    void countPath(core::model::PathKind path, std::uint32_t bytes) {
        paths.packets[static_cast<std::size_t>(path)] += 1;
        paths.bytes[static_cast<std::size_t>(path)] += bytes;
    }
    void countPath(core::model::PathKind path, const BytesPackets& sum) {
        paths.packets[static_cast<std::size_t>(path)] += sum.packets;
        paths.bytes[static_cast<std::size_t>(path)] += sum.bytes;
    }
    // A copy of frame and metadata; nullptr when the pool is empty.
    [[nodiscard]] PacketBuf* clone(const PacketBuf& p);

private:
    void applyStaticArp();
    void applyIpv6(const std::vector<bool>& sameInterface);
    // The other end of every point to point interface is a neighbour that is always there.
    void meetTunnels(core::base::Nanos now);
    void reconfigureInterfaceQueues(const EngineConfig& previous, core::base::Nanos now);
};

inline void add(BytesPackets& counter, std::uint64_t bytes) {
    counter.bytes += bytes;
    counter.packets += 1;
}

} // namespace agent::dataplane
