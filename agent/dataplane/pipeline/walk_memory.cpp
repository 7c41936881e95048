#include "agent/dataplane/pipeline/walk_memory.h"

#include <algorithm>
#include <span>

namespace agent::dataplane {

WalkMemory::WalkMemory() {
    outcomes_.reserve(kOutcomes);
    rules_.reserve(kRules);
}

void WalkMemory::forgetAll() {
    outcomes_.clear();
    rules_.clear();
    watched_ = subject_ = kNoFlow;
}

// A packet that comes round a second time within the first one's walk, out of a tunnel, is not the one that was watched for.
WalkRecord* WalkMemory::begin(std::uint16_t rulesSoFar) {
    subject_ = watched_;
    watched_ = kNoFlow;
    if (subject_ == kNoFlow) [[likely]] {
        return nullptr;
    }
    rulesBefore_ = rulesSoFar;
    record_.repeatable = true;
    record_.count = 0;
    return &record_;
}

bool WalkMemory::isAs(const Outcome& outcome, const WalkRecord& record, std::uint16_t looked, MarkId packetMark) const {
    const auto rules = std::span(rules_).subspan(outcome.firstRule, outcome.ruleCount);
    return outcome.rulesLooked == looked && outcome.packetMark == packetMark &&
           std::equal(rules.begin(), rules.end(), record.rules().begin(), record.rules().end());
}

// Latest first: connections of a kind come together. Happens once per flow and configuration.
std::uint16_t WalkMemory::keep(const WalkRecord& record, std::uint16_t rulesNow, MarkId packetMark) {
    const auto looked = static_cast<std::uint16_t>(rulesNow - rulesBefore_);
    for (std::size_t i = outcomes_.size(); i-- > 0;) {
        if (isAs(outcomes_[i], record, looked, packetMark)) {
            return static_cast<std::uint16_t>(i);
        }
    }
    if (outcomes_.size() == kOutcomes || rules_.size() + record.count > kRules) {
        return kNoOutcome;
    }
    outcomes_.push_back({static_cast<std::uint32_t>(rules_.size()), static_cast<std::uint32_t>(record.count), looked, packetMark});
    rules_.insert(rules_.end(), record.rules().begin(), record.rules().end());
    return static_cast<std::uint16_t>(outcomes_.size() - 1);
}

void WalkMemory::settle(Classifier& classifier) {
    for (std::size_t i = 0; i < touchedCount_; ++i) {
        Outcome& o = outcomes_[touched_[i]];
        classifier.countMatches(std::span(rules_).subspan(o.firstRule, o.ruleCount), o.packets, o.bytes);
        repeated_ += o.packets;
        o.packets = o.bytes = 0;
    }
    touchedCount_ = 0;
}

} // namespace agent::dataplane
