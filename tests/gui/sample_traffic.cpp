#include "sample_traffic.h"

#include <cmath>

namespace testing {
namespace {

using core::base::BitRate;
using core::base::kSecond;
using core::base::Nanos;

core::model::PathShare shareOf(double bps, const Mix& mix) {
    core::model::PathShare share;
    share.byPath = {BitRate{bps * mix.switched}, BitRate{bps * mix.l3hw}, BitRate{bps * mix.fastPath}, BitRate{bps * mix.fastTrack},
                    BitRate{bps * mix.slow}};
    share.unattributed = {bps * mix.unattributed};
    share.total = {bps};
    share.totalPackets = {bps / 8 / 900};
    return share;
}

core::model::InterfaceRates port(const char* name, const char* bridge, double rx, double tx, const Mix& mix, std::optional<bool> hw) {
    core::model::InterfaceRates r;
    r.name = name;
    r.type = "ether";
    r.bridge = bridge;
    r.running = rx > 0;
    r.hwOffload = hw;
    const double fast = mix.fastPath + mix.fastTrack;
    r.rx = BitRate{rx};
    r.tx = BitRate{tx};
    r.fpRx = BitRate{rx * fast};
    r.fpTx = BitRate{tx * fast};
    r.paths = shareOf(rx, mix);
    return r;
}

} // namespace

core::model::RateSample rateSample(Nanos at, double bps, const Mix& mix) {
    core::model::RateSample sample;
    sample.at = at;
    sample.elapsed = kSecond;
    sample.paths = shareOf(bps, mix);
    Mix wan = mix;
    wan.slow += wan.switched;
    wan.switched = 0;
    sample.interfaces = {port("ether1", "", bps * 0.86, bps * 0.12, wan, std::nullopt),
                         port("ether2", "bridge1", bps * 0.08, bps * 0.5, mix, true),
                         port("ether3", "bridge1", bps * 0.05, bps * 0.36, mix, true),
                         port("ether4", "bridge1", bps * 0.01, bps * 0.01, mix, false), port("ether5", "bridge1", 0, 0, mix, true)};
    core::model::InterfaceRates bridge;
    bridge.name = "bridge1";
    bridge.type = "bridge";
    bridge.running = true;
    bridge.rx = BitRate{bps * 0.14};
    bridge.tx = BitRate{bps * 0.86};
    bridge.fpRx = BitRate{bps * 0.14 * (mix.fastPath + mix.fastTrack)};
    bridge.fpTx = BitRate{bps * 0.86 * (mix.fastPath + mix.fastTrack)};
    sample.interfaces.push_back(bridge);
    return sample;
}

std::deque<core::model::RateSample> history(Nanos now, int seconds, int changeAgo, double bpsBefore, const Mix& before, double bpsAfter,
                                            const Mix& after) {
    std::deque<core::model::RateSample> out;
    for (int ago = seconds; ago >= 0; --ago) {
        const bool changed = ago < changeAgo;
        const double ripple = 1 + 0.015 * std::sin(ago * 1.7) + 0.01 * std::sin(ago * 0.31);
        out.push_back(rateSample(now - ago * kSecond, (changed ? bpsAfter : bpsBefore) * ripple, changed ? after : before));
    }
    return out;
}

core::workspace::RouterState onlineState() {
    core::workspace::RouterState state;
    state.link = core::workspace::LinkState::Online;
    state.identity = {QStringLiteral("office-gw"), QStringLiteral("hAP ac²"), QStringLiteral("7.16"), QStringLiteral("Pathscope")};
    state.poll = {14, kSecond, 38 * core::base::kMillisecond};
    state.cpuPercent = {62, 41, 97, 48};
    state.connections = 9310;
    state.fastTrackedConnections = 0;
    state.fastPathActive = true;
    state.fastTrackActive = false;
    state.bridgeFastPathActive = true;
    state.pingP50Ms = 13;
    state.pingP99Ms = 48;
    return state;
}

} // namespace testing
