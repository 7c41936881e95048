// What a change must not make worse: five seconds before it are held against its seconds two to six. Pure.
//
//   GuardTerms terms{.leastShare = 0.9, .mostPathPoints = 10};
//   auto before = watched(history, terms, at - 5s, at), after = watched(history, terms, at + 2s, at + 6s);
//   if (const auto why = gotWorse(terms, *before, *after)) …take it back…
#pragma once

#include "core/base/units.h"
#include "core/workspace/history.h"

#include <optional>
#include <string>
#include <vector>

namespace core::workspace {

// 0, or empty: not looked at.
struct GuardTerms {
    double leastShare = 0;               // of the throughput before
    std::vector<std::string> interfaces; // whose rx and tx are that throughput; empty: all that comes in
    double mostPathPoints = 0;           // of 100 that leave the hardware, fast path and FastTrack
    std::string pingHost;                // pinged from this computer, five times a second, while the change is looked at
    double mostAddedMs = 0;              // to the time 95 of 100 pings take
    double mostLostPoints = 0;           // of 100 pings that get no answer, more than before
    double leastQueued = 0;              // share of what FastTrack carries that has to pass Pathscope's queues: queue_watch.h

    [[nodiscard]] bool any() const { return leastShare > 0 || mostPathPoints > 0 || mostAddedMs > 0 || mostLostPoints > 0 || leastQueued > 0; }
};

constexpr core::base::Nanos kGuardBefore = 5 * core::base::kSecond, kGuardSettle = 2 * core::base::kSecond, kGuardUntil = 6 * core::base::kSecond;

struct GuardPing {
    core::base::Nanos sentAt = 0;
    std::optional<double> ms; // absent: lost
};

struct GuardSide {
    double bps = 0, fastShare = 0;
    std::optional<double> p95Ms, lostPercent; // absent: nobody pinged
    std::optional<double> queuedShare;        // absent: nobody looked, or there was too little to tell
};

// Means of the seconds that end in (from, to], and the pings sent in it; absent when there are no such seconds.
[[nodiscard]] std::optional<GuardSide> watched(const History& history, const std::vector<GuardPing>& pings, const GuardTerms& terms, core::base::Nanos from, core::base::Nanos to);

// The first thing that is worse than the terms allow, with both figures.
[[nodiscard]] std::optional<std::string> gotWorse(const GuardTerms& terms, const GuardSide& before, const GuardSide& after);

} // namespace core::workspace
