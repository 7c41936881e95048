// The read-outs of Engine: what the control plane prints. Nothing here runs per packet.
#include "agent/dataplane/pipeline/engine.h"
#include "agent/dataplane/pipeline/engine_impl.h"

#include <algorithm>

namespace agent::dataplane {

using core::base::Nanos;

namespace {

QueueStats statsOf(const std::optional<QueueCounters>& counters) {
    if (!counters) {
        return {};
    }
    return {counters->bytes, counters->packets, counters->dropped, counters->queuedBytes, counters->queuedPackets, counters->marked};
}

} // namespace

ConnectionInfo connectionInfo(const Conntrack& ct, std::uint32_t c, Nanos now) {
    const ConnectionEntry& entry = ct.entry(c);
    const FlowEntry& original = ct.flow(c, 0);
    const FlowEntry& reply = ct.flow(c, 1);
    ConnectionInfo info;
    info.id = ct.id(c);
    info.protocol = original.protocol;
    info.src = original.src;
    info.dst = original.dst;
    info.srcPort = original.sport;
    info.dstPort = original.dport;
    info.replySrc = reply.src;
    info.replyDst = reply.dst;
    info.replySrcPort = reply.sport;
    info.replyDstPort = reply.dport;
    info.tcpState = tcpStateName(entry.tcpState);
    info.timeout = ct.timeLeft(c, now);
    info.seenReply = entry.has(kSeenReply);
    info.assured = entry.has(kAssured);
    info.confirmed = entry.has(kConfirmed);
    info.dying = entry.has(kDying);
    info.fastTrack = entry.has(kFastTracked);
    info.hwOffload = entry.has(kHwOffloaded);
    info.srcNat = entry.has(kSrcNat);
    info.dstNat = entry.has(kDstNat);
    info.mark = entry.mark;
    info.expected = entry.has(kExpected);
    info.announcedBy = entry.announcedBy;
    const DirectionCounters orig = ct.counters(c, 0), repl = ct.counters(c, 1);
    info.orig = {orig.bytes, orig.packets};
    info.repl = {repl.bytes, repl.packets};
    info.origFastTrack = {orig.fastTrackBytes, orig.fastTrackPackets};
    info.replFastTrack = {repl.fastTrackBytes, repl.fastTrackPackets};
    return info;
}

const EngineConfig& Engine::config() const {
    return *impl_->state.config;
}
std::uint64_t Engine::repeatedWalks() const {
    return impl_->state.walks.repeated();
}

const PathCounters& Engine::pathCounters() const {
    return impl_->state.paths;
}

const PacketLedger& Engine::ledger() const {
    return impl_->state.ledger;
}

void Engine::startTrace(const TraceFilter& filter) {
    EngineState& s = impl_->state;
    s.matches.clear();
    s.classifier.watch(&s.matches);
    s.trace.start(filter);
}

void Engine::stopTrace() {
    impl_->state.classifier.watch(nullptr);
    impl_->state.trace.stop();
}

TraceReport Engine::takeTrace() {
    return impl_->state.trace.take();
}

const InterfaceStats& Engine::interfaceStats(IfIndex interface) const {
    const EngineState& s = impl_->state;
    if (interface >= s.stats.size()) {
        static const InterfaceStats none;
        return none;
    }
    if (impl_->shown.size() < s.stats.size()) {
        impl_->shown.resize(s.stats.size());
    }
    InterfaceStats& shown = impl_->shown[interface];
    shown = s.stats[interface];
    shown.txQueueDrop += s.interfaceQueues.interfaceCounters(interface).dropped;
    return shown;
}

GlobalState Engine::globalState() const {
    const EngineState& s = impl_->state;
    GlobalState g;
    g.connectionTracking = s.switches.connectionTracking;
    g.fastPathActive = s.switches.fastPath;
    // The handler is ready as soon as nothing forbids it; RouterOS calls it active when there is something for it to do.
    g.fastTrackActive = s.switches.fastTrack && (s.switches.fastTrackRule || s.conntrack.fastTrackedCount() != 0);
    const auto on = [&](const BridgeConfig& bridge) { return bridgeFastPathOn(s.switches, bridge); };
    const std::vector<BridgeConfig>& bridges = s.config->bridges;
    g.bridgeFastPathActive = s.switches.bridgeFastPath && (bridges.empty() || std::any_of(bridges.begin(), bridges.end(), on));
    g.fastPath6Active = s.switches.fastPath6;
    g.fastTrack6Active = s.switches.fastTrack6 && (s.switches.fastTrackRule6 || s.v6.conntrack.fastTrackedCount() != 0);
    g.connectionTracking6 = s.switches.tracking6;
    g.fastPath6 = s.v6.fastPath;
    g.fastTrack6 = s.v6.fastTrack;
    g.fastPath = s.fastPath;
    g.fastTrack = s.fastTrack;
    g.bridgeFastPath = s.bridgeFastPath;
    g.bridgeFastForward = s.bridgeFastForward;
    return g;
}

BridgePortState Engine::bridgePortState(std::uint32_t uid) const {
    const EngineState& s = impl_->state;
    for (std::size_t i = 0; i < s.config->bridgePorts.size(); ++i) {
        if (s.config->bridgePorts[i].uid == uid && s.offload[i]) {
            return {true, s.config->chips[*s.offload[i]].name};
        }
    }
    return {};
}

BytesPackets Engine::ruleCounters(std::uint32_t uid) const {
    std::optional<RuleCount> count = impl_->state.classifier.counters(uid);
    count = count ? count : impl_->state.v6.classifier.counters(uid);
    if (count) {
        return {count->bytes, count->packets};
    }
    const std::optional<BridgeRules::Count> bridged = impl_->state.bridgeFirewall.counters(uid);
    return bridged ? BytesPackets{bridged->bytes, bridged->packets} : BytesPackets{};
}

void Engine::resetRuleCounters(std::uint32_t uid) {
    impl_->state.classifier.resetCounters(uid);
    impl_->state.v6.classifier.resetCounters(uid);
    impl_->state.bridgeFirewall.resetCounters(uid);
}

QueueStats Engine::treeStats(std::uint32_t uid) const {
    const std::optional<QueueCounters> global = impl_->state.globalQueues.treeCounters(uid);
    return statsOf(global ? global : impl_->state.interfaceQueues.treeCounters(uid));
}

SimpleQueueStats Engine::simpleStats(std::uint32_t uid) const {
    const GlobalQueues& queues = impl_->state.globalQueues;
    return {statsOf(queues.uploadCounters(uid)), statsOf(queues.downloadCounters(uid)), statsOf(queues.totalCounters(uid))};
}

std::string_view Engine::activeQueue(IfIndex interface) const {
    return impl_->state.interfaceQueues.activeQueue(interface);
}
std::size_t Engine::connectionCount() const {
    return impl_->state.conntrack.size();
}
NatTotals Engine::natCounters() const {
    return {impl_->state.nat.counters().bound, impl_->state.nat.counters().exhausted};
}
std::size_t Engine::fastTrackedCount() const {
    return impl_->state.conntrack.fastTrackedCount();
}
bool Engine::removeConnection(std::uint32_t id) {
    return impl_->state.conntrack.remove(id);
}

void Engine::forEachConnection(const std::function<void(const ConnectionInfo&)>& visit, Nanos now) const {
    const Conntrack& ct = impl_->state.conntrack;
    ct.forEach([&](std::uint32_t c) {
        visit(connectionInfo(ct, c, now));
    });
}

std::vector<RouteInfo> Engine::routes() const {
    const EngineState& s = impl_->state;
    const bool hardware = std::any_of(s.config->chips.begin(), s.config->chips.end(),
                                      [](const ChipConfig& chip) { return chip.offloadsRouting && chip.l3HwOffloading; });
    std::vector<RouteInfo> result;
    for (const ResolvedRoute& route : s.routes.routes()) {
        RouteInfo info;
        info.uid = route.uid;
        info.destination = route.destination;
        info.gateway = route.gateway;
        info.interface = route.hop.interface;
        info.distance = route.distance;
        info.connected = route.connected;
        info.active = route.active;
        info.hwCandidate = hardware && isHwCandidate(route);
        info.kind = route.kind;
        result.push_back(info);
    }
    return result;
}

std::vector<ArpInfo> Engine::arp() const {
    std::vector<ArpInfo> result;
    impl_->state.neighbours.forEach([&](const Neighbour& n) {
        if (!impl_->state.stack[n.interface].pointToPoint) { // the other end of a tunnel is no entry of the ARP table
            result.push_back({n.address, macOf(n.mac), n.interface, n.resolved()});
        }
    });
    return result;
}

std::vector<BridgeHostInfo> Engine::bridgeHosts() const {
    std::vector<BridgeHostInfo> result;
    for (const std::unique_ptr<Bridge>& bridge : impl_->state.bridges) {
        bridge->hosts().forEach([&](const Fdb::Host& host) {
            result.push_back({bridge->settings().interface, host.port, macOf(host.mac()), host.external, host.local});
        });
    }
    return result;
}

std::vector<DynamicListEntry> Engine::dynamicListEntries(Nanos now) const {
    std::vector<DynamicListEntry> result;
    for (const DynamicAddress& a : impl_->state.classifier.dynamicAddresses(now)) {
        result.push_back({a.list, a.address, a.timeoutLeft});
    }
    return result;
}

bool Engine::tunnelRunning(IfIndex interface, Nanos now) const {
    const EngineState& s = impl_->state;
    if (interface >= s.stack.size() || s.stack[interface].tunnel == kNoIndex) {
        return false;
    }
    const std::uint16_t slot = s.stack[interface].tunnel;
    if (s.tunnels[slot].kind == TunnelKind::Pppoe) {
        return std::any_of(s.learned.begin(), s.learned.end(), [&](const LearnedLink& link) { return link.interface == interface; });
    }
    return s.tunnels.running(slot, now);
}

const std::vector<LearnedLink>& Engine::learnedLinks() const {
    return impl_->state.learned;
}

std::vector<WireGuardPeerInfo> Engine::wireGuardPeers(Nanos now) const {
    std::vector<WireGuardPeerInfo> result;
    for (const wireguard::PeerState& peer : impl_->cpu.tunnels().wireguard().peers()) {
        const wireguard::Endpoint at = peer.endpoint.value_or(wireguard::Endpoint{});
        result.push_back(
            {peer.uid, at.address, at.port, peer.rxOctets, peer.txOctets, peer.lastHandshake == 0 ? 0 : now - peer.lastHandshake});
    }
    return result;
}

std::vector<LogEvent> Engine::takeLog() {
    EngineState& s = impl_->state;
    std::vector<LogEvent> result;
    if (!s.configFault.empty()) {
        result.push_back({"", "", std::exchange(s.configFault, {})});
    }
    for (LogLine& line : s.classifier.takeLog()) {
        result.push_back({std::move(line.prefix), std::move(line.chain), std::move(line.text)});
    }
    std::vector<std::string> names;
    for (const InterfaceConfig& interface : s.config->interfaces) {
        names.push_back(interface.name);
    }
    for (LogLine& line : s.bridgeFirewall.takeLog(names)) {
        result.push_back({std::move(line.prefix), std::move(line.chain), std::move(line.text)});
    }
    return result;
}

} // namespace agent::dataplane
