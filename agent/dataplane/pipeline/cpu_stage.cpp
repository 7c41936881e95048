#include "agent/dataplane/pipeline/cpu_stage.h"

#include "agent/dataplane/parse/parse.h"

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
    , bridge_(state, egress_, slow_)
    , ingress_(state)
    , fast_(state, egress_) {
    resolver_.setSink(slow_);
    slow_.setLocal(local_);
}

CpuCost CpuStage::run(Batch& batch, Nanos now) {
    for (std::size_t i = 0; i < batch.count; ++i) {
        PacketBuf* p = batch.packets[i];
        const IfIndex ether = s_.stack.etherOf(p->inPort);
        if (ether == kNoInterface) { // its interface went away while it waited in the ring
            s_.drop(p);
            batch.packets[i] = nullptr;
            continue;
        }
        InterfaceStats& stats = s_.stats[ether];
        stats.driverRxByte += p->length;
        stats.driverRxPacket += 1;
        parse(*p);
        ingress_.classify(*p, ether, now, places_[i]);
    }
    fast_.lookAhead(batch, places_, now);
    CpuCost cost;
    for (std::size_t i = 0; i < batch.count; ++i) {
        PacketBuf* p = batch.packets[i];
        if (p == nullptr) {
            continue;
        }
        s_.work = PacketWork{};
        if (!fast_.tryHandle(p, places_[i], i, now)) {
            handleSlow(p, places_[i], now);
        }
        if (!s_.config->cost.native) {
            cost.flow += flowCost(s_.config->cost, s_.work);
            cost.queueing += queueingCost(s_.config->cost, s_.work);
        }
    }
    batch.clear();
    s_.conntrack.endBatch();
    slow_.drain(now);
    egress_.drain(now);
    if (resolver_.due() <= now) {
        resolver_.poll(now);
    }
    return cost;
}

void CpuStage::countCrossed(const Ingress& in, std::uint8_t from) {
    for (std::uint8_t i = from; i < in.crossedCount; ++i) {
        InterfaceStats& stats = s_.stats[in.crossed[i].interface];
        stats.rxByte += in.crossed[i].length;
        stats.rxPacket += 1;
    }
}

void CpuStage::handleSlow(PacketBuf* p, Ingress& in, Nanos now) {
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
    } else {
        s_.drop(p); // another protocol, or for somebody else
    }
}

Nanos CpuStage::poll(Nanos now) {
    if (resolver_.due() <= now) {
        resolver_.poll(now);
    }
    slow_.drain(now);
    egress_.drain(now);
    if (conntrackDue_ <= now) {
        conntrackDue_ = s_.conntrack.expire(now);
    }
    if (ageingDue_ <= now) {
        for (const std::unique_ptr<Bridge>& bridge : s_.bridges) {
            bridge->hosts().age(now, bridge->settings().ageingTime);
        }
        ageingDue_ = now + kAgeingInterval;
    }
    const Nanos global = s_.globalQueues.any() ? s_.globalQueues.nextEvent(now) : kNever;
    return std::min({resolver_.due(), conntrackDue_, ageingDue_, global, egress_.nextEvent(now)});
}

} // namespace agent::dataplane
