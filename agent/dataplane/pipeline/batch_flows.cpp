#include "agent/dataplane/pipeline/batch_flows.h"

#include "agent/dataplane/parse/ipv4.h"

#include <bit>

namespace agent::dataplane {

namespace {

// Everything unusual is the long way's: it keeps the connection's state right.
bool isOrdinary(const PacketBuf& p, const Ingress& in) {
    constexpr std::uint8_t kLookedAt = kIsIpv4 | kHasPorts | kMalformed | kHasIpOptions | kIsGroup | kIsFragment;
    constexpr std::uint8_t kUnusual = tcp::kSyn | tcp::kFin | tcp::kRst;
    return in.fate == Fate::Route && (p.flags & kLookedAt) == (kIsIpv4 | kHasPorts) && (p.tcpFlags & kUnusual) == 0 && p.ttl > 1;
}

} // namespace

void findFlows(EngineState& state, const Batch& batch, std::span<const Ingress> places, BatchFlows& flows) {
    flows.known = 0;
    if (!state.switches.connectionTracking || !state.config->ip.ipForward) {
        return;
    }
    std::uint64_t ordinary = 0;
    for (std::size_t i = 0; i < batch.count; ++i) {
        const PacketBuf* p = batch.packets[i];
        ordinary |= static_cast<std::uint64_t>(p != nullptr && isOrdinary(*p, places[i])) << i;
    }
    if (ordinary == 0) {
        return;
    }
    const bool mostlyFastTracked = state.switches.fastTrack && state.conntrack.fastTrackedCount() * 2 > state.conntrack.size();
    state.conntrack.lookup(batch, ordinary, !mostlyFastTracked, flows.found);
    for (std::uint64_t rest = ordinary; rest != 0; rest &= rest - 1) {
        const auto i = static_cast<std::size_t>(std::countr_zero(rest));
        flows.known |= static_cast<std::uint64_t>(flows.found.flow[i] != nullptr) << i;
    }
}

} // namespace agent::dataplane
