#include "core/workspace/change_guard.h"

#include "core/base/format.h"

#include <algorithm>
#include <cmath>

namespace core::workspace {

using core::base::BitRate;
using core::base::formatBitRate;
using core::base::Nanos;
using core::model::PathKind;
using core::model::RateSample;

namespace {

constexpr double kPercentile = 0.95;

double throughputOf(const RateSample& sample, const std::vector<std::string>& interfaces) {
    if (interfaces.empty()) {
        return sample.paths.total.bps;
    }
    double sum = 0;
    for (const auto& interface : sample.interfaces) {
        if (std::find(interfaces.begin(), interfaces.end(), interface.name) != interfaces.end()) {
            sum += interface.rx.value_or(BitRate{}).bps + interface.tx.value_or(BitRate{}).bps;
        }
    }
    return sum;
}

void addPings(GuardSide& side, const std::vector<GuardPing>& pings, Nanos from, Nanos to) {
    std::vector<double> answered;
    double sent = 0;
    for (const GuardPing& ping : pings) {
        if (ping.sentAt <= from || ping.sentAt > to) {
            continue;
        }
        ++sent;
        if (ping.ms) {
            answered.push_back(*ping.ms);
        }
    }
    if (sent == 0) {
        return;
    }
    side.lostPercent = 100 * (sent - static_cast<double>(answered.size())) / sent;
    if (!answered.empty()) {
        std::sort(answered.begin(), answered.end());
        side.p95Ms = answered[static_cast<std::size_t>(std::ceil(kPercentile * static_cast<double>(answered.size()))) - 1];
    }
}

std::string number(double value, const char* unit) {
    const double tenths = std::round(value * 10) / 10;
    std::string text = std::to_string(tenths);
    return text.substr(0, text.find('.') + 2) + unit;
}

} // namespace

std::optional<GuardSide> watched(const History& history, const std::vector<GuardPing>& pings, const GuardTerms& terms, Nanos from, Nanos to) {
    GuardSide side;
    double seconds = 0, octets = 0, fast = 0;
    for (const RateSample& sample : history.samples()) {
        if (sample.elapsed == 0 || sample.at <= from || sample.at > to) {
            continue;
        }
        ++seconds;
        side.bps += throughputOf(sample, terms.interfaces);
        octets += sample.paths.total.bps;
        for (const PathKind kind : {PathKind::Switch, PathKind::L3Hw, PathKind::FastPath, PathKind::FastTrack}) {
            fast += sample.paths.of(kind).bps;
        }
    }
    if (seconds == 0) {
        return std::nullopt;
    }
    side.bps /= seconds;
    side.fastShare = octets > 0 ? fast / octets : 0;
    addPings(side, pings, from, to);
    return side;
}

std::optional<std::string> gotWorse(const GuardTerms& terms, const GuardSide& before, const GuardSide& after) {
    if (terms.leastShare > 0 && after.bps < terms.leastShare * before.bps) {
        return "Throughput fell from " + formatBitRate(BitRate{before.bps}) + " to " + formatBitRate(BitRate{after.bps}) + ".";
    }
    if (terms.leastQueued > 0 && after.queuedShare && *after.queuedShare < terms.leastQueued) {
        return "The queues saw " + number(100 * *after.queuedShare, " %") + " of what FastTrack carried: on this router they do not shape it.";
    }
    if (terms.mostPathPoints > 0 && 100 * (before.fastShare - after.fastShare) > terms.mostPathPoints) {
        return "What the slow path does not carry fell from " + number(100 * before.fastShare, " %") + " of the octets to " + number(100 * after.fastShare, " %") + ".";
    }
    if (terms.mostLostPoints > 0 && before.lostPercent && after.lostPercent && *after.lostPercent - *before.lostPercent > terms.mostLostPoints) {
        return "Pings to " + terms.pingHost + " that got no answer rose from " + number(*before.lostPercent, " %") + " to " + number(*after.lostPercent, " %") + ".";
    }
    if (terms.mostAddedMs > 0 && before.p95Ms && after.p95Ms && *after.p95Ms - *before.p95Ms > terms.mostAddedMs) {
        return "95 of 100 pings to " + terms.pingHost + " took up to " + number(*before.p95Ms, " ms") + ", and then up to " + number(*after.p95Ms, " ms") + ".";
    }
    return std::nullopt;
}

} // namespace core::workspace
