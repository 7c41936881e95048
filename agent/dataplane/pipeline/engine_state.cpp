#include "agent/dataplane/pipeline/engine_state.h"

#include <cstddef>
#include <cstring>
#include <unordered_map>

namespace agent::dataplane {

EngineState::EngineState(PacketPool& packetPool, PortSink& portSink)
    : pool(packetPool)
    , sink(portSink)
    , config(std::make_shared<const EngineConfig>())
    , globalQueues(packetPool)
    , interfaceQueues(packetPool)
    , adjacencies({stack, bridges, neighbours, interfaceQueues, switches}) {
    classifier.setAddressTypes(addressTypes);
}

void EngineState::apply(PreparedConfig& next, core::base::Nanos now) {
    config.swap(next.config);
    interfaceOf.swap(next.interfaceOf);
    const EngineConfigPtr& previous = next.config;
    const std::unordered_map<std::uint32_t, IfIndex>& former = next.interfaceOf;
    const EngineConfig& c = *config;

    // Counters follow the uid; a position that now means another interface starts at zero.
    std::vector<InterfaceStats> counters(c.interfaces.size());
    std::vector<bool> same(c.interfaces.size(), false);
    for (std::size_t i = 0; i < c.interfaces.size(); ++i) {
        const auto found = former.find(c.interfaces[i].uid);
        if (found != former.end()) {
            counters[i] = stats[found->second];
            same[i] = found->second == i;
        }
    }
    stats = std::move(counters);

    std::swap(switches, next.switches);
    std::swap(stack, next.stack);
    out.resize(c.ports.size());
    offload.swap(next.offload);

    std::vector<std::unique_ptr<Bridge>> nextBridges(c.bridges.size());
    for (std::size_t b = 0; b < c.bridges.size(); ++b) {
        const IfIndex interface = c.bridges[b].interface;
        for (std::unique_ptr<Bridge>& old : bridges) {
            if (old != nullptr && old->settings().interface == interface && interface < same.size() && same[interface]) {
                nextBridges[b] = std::move(old);
                break;
            }
        }
        if (nextBridges[b] == nullptr) {
            nextBridges[b] = std::make_unique<Bridge>();
        }
        nextBridges[b]->configure(c, b, stack, offload);
    }
    bridges = std::move(nextBridges);
    bonds.resize(c.bonds.size());
    for (std::size_t b = 0; b < c.bonds.size(); ++b) {
        bonds[b].configure(c.bonds[b], stack);
    }
    std::vector<std::string> names;
    for (const InterfaceConfig& interface : previous->interfaces) {
        names.push_back(interface.name);
    }
    bridgeFirewall.configure(c.bridgeSettings, names);
    chipLinks.configure(c);

    std::swap(routes, next.routes);
    hwRoutes.swap(next.hwRoutes);
    neighbours.retain(
        [&](const Neighbour& n) {
            return !n.permanent && n.interface < same.size() && same[n.interface] && c.interfaces[n.interface].enabled &&
                   routes.sourceOn(n.interface, n.address) != 0;
        },
        [&](PacketBuf* p) { drop(p, DropReason::Configuration); });
    applyStaticArp();
    tunnels.build(c, now);
    ipsec.build(c);
    meetTunnels(now);

    conntrack.configure(c.tracking);
    walks.forgetAll();
    helpers.configure(c.firewall.servicePorts);
    if (next.rules) {
        classifier.adopt(*next.rules);
    }
    configFault.swap(next.fault);
    classifier.setWallClock(c.firewall.wallClock, now);
    applyIpv6(same);
    globalQueues.configure(c.queues, now);
    reconfigureInterfaceQueues(*previous, now);
    adjacencies.forgetAll();
    ++egressGeneration;
}

void EngineState::applyIpv6(const std::vector<bool>& same) {
    const EngineConfig& c = *config;
    v6.book.setParts(c.ipv6.parts);
    v6.routes.build(c, v6.book);
    v6.neighbours.retain(
        [&](const Neighbour& n) { return n.interface < same.size() && same[n.interface] && v6.routes.runsOn(n.interface); },
        [&](PacketBuf* p) { drop(p, DropReason::Configuration); });
    v6.conntrack.configure(c.tracking);
    const core::base::Result<void> accepted = v6.classifier.configure(c.ipv6.firewall, c.interfaces);
    configFault = accepted ? configFault : "ipv6: " + accepted.error().describe();
    v6.adjacencies.forgetAll();
}

// Configured neighbours are made anew with every configuration; what waited for one that was being asked for is lost.
void EngineState::applyStaticArp() {
    for (const StaticArpConfig& arp : config->arp) {
        NeighbourTable::Index index = neighbours.lookup(arp.interface, arp.address);
        if (index == NeighbourTable::kNone) {
            index = neighbours.create(arp.interface, arp.address, 0);
        }
        if (index == NeighbourTable::kNone) {
            return;
        }
        std::array<PacketBuf*, 3> held{};
        for (std::size_t i = neighbours.takeHeld(index, held); i-- > 0;) {
            drop(held[i], DropReason::Configuration);
        }
        neighbours.makePermanent(index, keyOf(arp.mac));
    }
}

void EngineState::meetTunnels(core::base::Nanos now) {
    constexpr MacKey kOtherEnd = 0x02'00'00'00'00'01; // never on a wire: the tunnel takes the Ethernet header off again
    for (std::size_t i = 0; i < stack.size(); ++i) {
        const auto interface = static_cast<IfIndex>(i);
        if (!stack[interface].pointToPoint || !stack[interface].enabled) {
            continue;
        }
        NeighbourTable::Index index = neighbours.lookup(interface, 0);
        if (index == NeighbourTable::kNone) {
            index = neighbours.create(interface, 0, now);
        }
        if (index != NeighbourTable::kNone) {
            neighbours.makePermanent(index, kOtherEnd);
        }
    }
}

// A session event, not a packet's: what prepare() takes is taken from the forwarding thread.
void EngineState::applyLearned(core::base::Nanos now) {
    apply(*prepare(withLearned(given, learned)), now);
}

// tx-queue-drop is what the queues of an interface lost. A queue that is replaced takes its count along, so the difference is kept
// in the interface's own counter (modulo 2^64, as counters are).
void EngineState::reconfigureInterfaceQueues(const EngineConfig& previous, core::base::Nanos now) {
    std::unordered_map<std::uint32_t, std::uint64_t> before;
    for (std::size_t i = 0; i < previous.interfaces.size(); ++i) {
        before.emplace(previous.interfaces[i].uid, interfaceQueues.interfaceCounters(static_cast<IfIndex>(i)).dropped);
    }
    interfaceQueues.configure(*config, now);
    for (std::size_t i = 0; i < stats.size(); ++i) {
        const auto found = before.find(config->interfaces[i].uid);
        stats[i].txQueueDrop +=
            (found == before.end() ? 0 : found->second) - interfaceQueues.interfaceCounters(static_cast<IfIndex>(i)).dropped;
    }
}

PacketBuf* EngineState::clone(const PacketBuf& p) {
    PacketBuf* copy = pool.take();
    if (copy != nullptr) {
        std::memcpy(static_cast<void*>(copy), &p, offsetof(PacketBuf, data));
        std::memcpy(copy->frame(), p.frame(), p.length);
        copy->next = nullptr;
        ++ledger.copied;
        if (trace.on()) [[unlikely]] {
            trace.copied(p, *copy);
        }
    }
    return copy;
}

} // namespace agent::dataplane
