// Which rules a packet matched, for a trace. A Classifier that is given one writes every match down; without one it costs nothing but a
// test per match.
//
//   MatchWatch watch;
//   classifier.watch(&watch);
//   watch.clear();  classifier.run(…);
//   for (const MatchWatch::Match& m : watch.matches()) … classifier.uidOf(m.counter)
#pragma once

#include "agent/dataplane/classifier/verdict.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace agent::dataplane {

class MatchWatch {
public:
    static constexpr std::size_t kMost = 48; // matches of one packet at one hook; later ones are left out

    struct Match {
        std::uint32_t counter = 0;
        RuleAction action = RuleAction::Accept;
        HookChain chain = HookChain::Forward; // the built-in chain the packet came by
    };

    void clear() { count_ = 0; }
    void note(std::uint32_t counter, RuleAction action, HookChain chain) {
        if (count_ < kMost) {
            matches_[count_++] = {counter, action, chain};
        }
    }
    [[nodiscard]] std::span<const Match> matches() const { return {matches_.data(), count_}; }

private:
    std::array<Match, kMost> matches_;
    std::size_t count_ = 0;
};

} // namespace agent::dataplane
