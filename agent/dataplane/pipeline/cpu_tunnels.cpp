// The passes of the CPU stage that tunnels cause: packets that went into one leave, those that came out of one are received.
#include "agent/dataplane/pipeline/cpu_stage.h"

namespace agent::dataplane {

using core::base::Nanos;
using core::model::PathKind;

namespace {
constexpr int kMaxRounds = 32; // more than any nesting of tunnels needs: packets still on their way then go round in circles
}

void CpuStage::handleTunnels(CpuCost& cost, Nanos now) {
    const CostProfile& profile = s_.config->cost;
    for (int round = 0; tunnels_.pending(); ++round) {
        if (round == kMaxRounds) {
            tunnels_.dropAll();
            return;
        }
        s_.work = PacketWork{};
        tunnels_.startRound();
        while (tunnels_.sendOne(now)) {
            if (!profile.native) {
                cost.flow += flowCost(profile, s_.work);
                cost.queueing += queueingCost(profile, s_.work);
            }
            s_.work = PacketWork{};
        }
        Batch batch;
        tunnels_.take(batch);
        arrivals_.clear();
        for (std::size_t i = 0; i < batch.count; ++i) {
            PacketBuf& p = *batch.packets[i];
            Ingress& in = arrivals_.places[i];
            const bool layer3 = s_.stack[p.inInterface].pointToPoint;
            ingress_.classify(p, ingress_.entranceOf(p.inInterface), now, in);
            in.fastCapable = in.fastCapable && p.path == PathKind::FastPath;
            if (layer3) { // its Ethernet header was never on a wire
                in.arrived = static_cast<std::uint16_t>(p.l3Length());
            }
            arrivals_.note(i, isPlain(p, in), isOrdinary(p, in));
        }
        if (batch.count != 0) {
            handle(batch, cost, now);
            s_.walks.settle(s_.classifier);
            s_.conntrack.endBatch();
            s_.v6.conntrack.endBatch();
        }
        slow_.drain(now);
        egress_.drain(now);
    }
}

} // namespace agent::dataplane
