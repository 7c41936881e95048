#include "agent/dataplane/cost/packet_cost.h"

namespace agent::dataplane {

using core::model::PathKind;

double flowCost(const CostProfile& profile, const PacketWork& work) {
    if (profile.native) {
        return 0;
    }
    double cost = profile.vlan * work.vlans + profile.rule * work.rules + profile.simpleQueue * work.simpleQueues +
                  profile.tunnel * work.tunnels + profile.crypto * work.encrypted + profile.cryptoOctet * work.encryptedOctets;
    switch (work.path) {
    case PathKind::Switch:
    case PathKind::L3Hw:
        return 0;
    case PathKind::FastPath:
        cost += work.bridged ? profile.bridge : profile.fastPath;
        break;
    case PathKind::FastTrack:
        cost += profile.fastTrack;
        break;
    case PathKind::Slow:
        cost += work.bridged ? profile.slowBridge : profile.slow;
        break;
    }
    return cost + (work.tracked ? profile.tracking : 0) + (work.newConnection ? profile.connectionNew : 0);
}

double queueingCost(const CostProfile& profile, const PacketWork& work) {
    return profile.native ? 0 : profile.queueing * work.queued;
}

} // namespace agent::dataplane
