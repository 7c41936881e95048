#include "agent/dataplane/pipeline/cpu_stage.h"

#include "agent/dataplane/parse/parse.h"
#include "agent/dataplane/parse/usual_frame.h"
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
    receive(packets, now);
    CpuCost cost;
    handle(batch, cost, now);
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

void CpuStage::handle(Batch& batch, CpuCost& cost, Nanos now) {
    PacketBuf** packets = batch.packets.data();
    std::array<Ingress, kBatchSize>& places = arrivals_.places;
    findFlows(s_, batch, arrivals_.ordinary, flows_);
    fast_.lookAhead(batch, arrivals_.plain);
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
            trace_notes::classified(s_, *packets[i], places[i]);
        }
        std::size_t next = fast_.handle(batch, arrivals_, flows_, i, end, now);
        if (traced && packets[i] != nullptr) [[unlikely]] {
            next == i ? trace_notes::refused(s_, *packets[i], places[i]) : trace_notes::taken(s_, *packets[i]);
        }
        if (next == i && !traced) { // a trace wants to see the rules
            next = known_.run(batch, arrivals_, flows_, i, end, now);
        }
        if (next == i) {
            if (PacketBuf* p = batch.packets[i]) {
                known_.watch(flows_, i);
                handleSlow(p, places[i], now);
            }
            ++next;
        }
        if (!native && packets[i] != nullptr) {
            if (s_.bridgeFirewall.any()) {
                s_.work.rules = static_cast<std::uint16_t>(s_.work.rules + s_.bridgeFirewall.takeLooked());
            }
            cost.flow += flowCost(s_.config->cost, s_.work);
            cost.queueing += queueingCost(s_.config->cost, s_.work);
        }
        i = next;
    }
    batch.clear();
}

// What each frame is, where it belongs, and what the driver has handed up. A frame whose interface went away while it waited in the ring
// is lost.
void CpuStage::receive(std::span<PacketBuf*> packets, Nanos now) {
    arrivals_.clear();
    for (std::size_t next = 0; next < packets.size();) {
        const IfIndex ether = s_.stack.etherOf(packets[next]->inPort);
        if (ether != kNoInterface) [[likely]] {
            next = receiveRow(packets, next, ether, now);
            continue;
        }
        parse(*packets[next]);
        s_.drop(packets[next], DropReason::NoInterface);
        packets[next++] = nullptr;
    }
}

std::size_t CpuStage::receiveRow(std::span<PacketBuf*> packets, std::size_t first, IfIndex ether, Nanos now) {
    constexpr std::size_t kAhead = 6;
    const IngressStage::Entrance at = ingress_.entranceOf(ether);
    const PortId port = packets[first]->inPort;
    std::uint64_t octets = 0, plain = 0, ordinary = 0;
    std::uint8_t crossed = 0;
    std::size_t next = first;
    for (; next < packets.size() && packets[next]->inPort == port; ++next) {
        if (next + kAhead < packets.size()) {
            __builtin_prefetch(packets[next + kAhead]->frame());
        }
        PacketBuf& p = *packets[next];
        Ingress& in = arrivals_.places[next];
        octets += p.length;
        const bool usual = parseUsual(p);
        bool isPlain, isOrdinary;
        if (usual && at.routed) [[likely]] { // what the two functions say of a usual frame
            isPlain = IngressStage::receiveStraight(p, at, in) && p.ttl > 1;
            isOrdinary = isPlain && (p.tcpFlags & kOpensOrCloses) == 0;
        } else {
            if (!usual) {
                parseUnusual(p);
            }
            ingress_.classify(p, at, now, in);
            crossed |= in.crossedCount;
            isPlain = dataplane::isPlain(p, in);
            isOrdinary = dataplane::isOrdinary(p, in);
        }
        plain |= static_cast<std::uint64_t>(isPlain) << next;
        ordinary |= static_cast<std::uint64_t>(isOrdinary) << next;
    }
    arrivals_.plain |= plain;
    arrivals_.ordinary |= ordinary;
    if (first == 0 && crossed == 0) {
        arrivals_.rowEnd = next;
        arrivals_.rowOctets = octets;
    }
    s_.stats[ether].driverRxByte += octets;
    s_.stats[ether].driverRxPacket += next - first;
    return next;
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
