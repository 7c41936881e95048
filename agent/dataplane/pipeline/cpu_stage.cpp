#include "agent/dataplane/pipeline/cpu_stage.h"

#include "agent/dataplane/parse/parse.h"
#include "agent/dataplane/pipeline/trace_notes.h"

#include <algorithm>

namespace agent::dataplane {

using core::base::Nanos;
using core::model::PathKind;

namespace {
constexpr Nanos kAgeingInterval = core::base::kSecond;
}

CpuStage::CpuStage(EngineState& state)
    : s_(state)
    , egress_(state)
    , resolver_(state, egress_)
    , slow_(state, egress_, resolver_)
    , local_(state, slow_)
    , ipv6_(state, egress_, slow_)
    , locals_(local_, ipv6_)
    , bridge_(state, egress_, slow_)
    , ingress_(state)
    , fast_(state, egress_)
    , known_(state, resolver_)
    , tunnels_(state, slow_, egress_) {
    resolver_.setSink(slow_);
    slow_.setLocal(locals_);
    local_.setTunnels(tunnels_);
    egress_.setTunnels(tunnels_);
}

CpuCost CpuStage::run(Batch& batch, Nanos now) {
    const std::span packets(batch.packets.data(), batch.count);
    parse(packets);
    const std::uint64_t ordinary = receive(packets, now);
    CpuCost cost;
    handle(batch, ordinary, cost, now);
    s_.walks.settle(s_.classifier);
    s_.conntrack.endBatch();
    s_.v6.conntrack.endBatch();
    slow_.drain(now);
    egress_.drain(now);
    if (tunnels_.pending()) {
        handleTunnels(cost, now);
    }
    if (resolver_.due() <= now) {
        resolver_.poll(now);
    }
    if (ipv6_.due() <= now) {
        ipv6_.poll(now);
    }
    s_.out.flush(now);
    return cost;
}

void CpuStage::handle(Batch& batch, std::uint64_t ordinary, CpuCost& cost, Nanos now) {
    PacketBuf** packets = batch.packets.data();
    findFlows(s_, batch, ordinary, flows_);
    fast_.lookAhead(batch);
    const bool native = s_.config->cost.native;
    const bool traced = s_.trace.on();
    if (traced) [[unlikely]] {
        s_.trace.setTime(now);
    }
    for (std::size_t i = 0; i < batch.count;) {
        // A modelled board charges every packet by itself, a trace looks at every one: no runs.
        const std::size_t end = native && !traced ? batch.count : i + 1;
        s_.work = PacketWork{};
        if (traced && packets[i] != nullptr) [[unlikely]] {
            trace_notes::classified(s_, *packets[i], places_[i]);
        }
        std::size_t next = fast_.handle(batch, places_, flows_, i, end, now);
        if (traced && packets[i] != nullptr) [[unlikely]] {
            next == i ? trace_notes::refused(s_, *packets[i], places_[i]) : trace_notes::taken(s_, *packets[i]);
        }
        if (next == i && !traced) { // a trace wants to see the rules
            next = known_.run(batch, places_, flows_, i, end, now);
        }
        if (next == i) {
            if (PacketBuf* p = batch.packets[i]) {
                known_.watch(flows_, i);
                handleSlow(p, places_[i], now);
            }
            ++next;
        }
        if (!native && packets[i] != nullptr) {
            cost.flow += flowCost(s_.config->cost, s_.work);
            cost.queueing += queueingCost(s_.config->cost, s_.work);
        }
        i = next;
    }
    batch.clear();
}

// Where each frame belongs, and what the driver has handed up. A frame whose interface went away while it waited in the ring is lost.
std::uint64_t CpuStage::receive(std::span<PacketBuf*> packets, Nanos now) {
    std::uint64_t ordinary = 0;
    for (std::size_t first = 0, next = 0; first < packets.size(); first = next) {
        const PortId port = packets[first]->inPort;
        const IfIndex ether = s_.stack.etherOf(port);
        const IngressStage::Entrance at = ether != kNoInterface ? ingress_.entranceOf(ether) : IngressStage::Entrance{};
        std::uint64_t octets = 0;
        for (next = first; next < packets.size() && packets[next]->inPort == port; ++next) {
            if (ether == kNoInterface) [[unlikely]] {
                s_.drop(packets[next], DropReason::NoInterface);
                packets[next] = nullptr;
                break;
            }
            octets += packets[next]->length;
            ingress_.classify(*packets[next], at, now, places_[next]);
            ordinary |= static_cast<std::uint64_t>(isOrdinary(*packets[next], places_[next])) << next;
        }
        if (ether == kNoInterface) [[unlikely]] {
            ++next;
            continue;
        }
        s_.stats[ether].driverRxByte += octets;
        s_.stats[ether].driverRxPacket += next - first;
    }
    return ordinary;
}

void CpuStage::countCrossed(const Ingress& in, std::uint8_t from) {
    for (std::uint8_t i = from; i < in.crossedCount; ++i) {
        InterfaceStats& stats = s_.stats[in.crossed[i].interface];
        stats.rxByte += in.crossed[i].length;
        stats.rxPacket += 1;
    }
}

void CpuStage::handleSlow(PacketBuf* p, Ingress& in, Nanos now) {
    if (s_.tunnels.any() && tunnels_.takeFast(p, in, now)) {
        return;
    }
    if (in.fate == Fate::Route && isIpv6(*p) && ipv6_.takeFast(p, in, now)) {
        return;
    }
    s_.countPath(PathKind::Slow, in.arrived);
    p->path = PathKind::Slow;
    countCrossed(in, 0);
    if (in.fate == Fate::Bridge) {
        s_.work.vlans = in.vlans;
        bridge_.forward(p, in, now);
        return;
    }
    while (in.fate == Fate::Group) {
        if (PacketBuf* copy = s_.clone(*p)) {
            bridge_.forward(copy, in, now);
        }
        const std::uint8_t counted = in.crossedCount;
        ingress_.riseAboveBridge(*p, now, in);
        countCrossed(in, counted);
    }
    s_.work.vlans = static_cast<std::uint16_t>(s_.work.vlans + in.vlans);
    if (in.fate == Fate::Route && (p->flags & kIsIpv4) != 0) {
        slow_.receive(p, now);
    } else if (in.fate == Fate::Route && (p->flags & kIsArp) != 0) {
        resolver_.receiveArp(p, in.layer3, now);
    } else if (in.fate == Fate::Route && isIpv6(*p)) {
        ipv6_.receive(p, now);
    } else if (in.fate == Fate::Route && s_.tunnels.any() && tunnels_.takeFrame(p, in, now)) {
        return;
    } else {
        s_.drop(p, in.fate == Fate::Route ? DropReason::UnknownProtocol : in.refused);
    }
}

Nanos CpuStage::poll(Nanos now) {
    s_.trace.setTime(now);
    if (resolver_.due() <= now) {
        resolver_.poll(now);
    }
    if (ipv6_.due() <= now) {
        ipv6_.poll(now);
    }
    slow_.drain(now);
    egress_.drain(now);
    if (conntrackDue_ <= now) {
        conntrackDue_ = s_.conntrack.expire(now);
    }
    if (ageingDue_ <= now) {
        for (const std::unique_ptr<Bridge>& bridge : s_.bridges) {
            bridge->hosts().age(now, bridge->settings().ageingTime);
            bridge->snooping().groups().expire(now);
        }
        ageingDue_ = now + kAgeingInterval;
    }
    const Nanos tunnels = s_.tunnels.any() ? tunnels_.poll(now) : kNever;
    if (tunnels_.pending()) {
        CpuCost uncharged; // timers and queues charge nobody
        handleTunnels(uncharged, now);
    }
    const Nanos sessions = s_.tunnels.any() || !s_.learned.empty() ? tunnels_.pollSessions(now) : kNever;
    s_.out.flush(now);
    const Nanos global = s_.globalQueues.any() ? s_.globalQueues.nextEvent(now) : kNever;
    return std::min({resolver_.due(), ipv6_.due(), conntrackDue_, ageingDue_, global, tunnels, sessions, egress_.nextEvent(now)});
}

} // namespace agent::dataplane
