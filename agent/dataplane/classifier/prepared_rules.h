// What a Classifier makes of a firewall configuration alone: the compiled program and everything by its side. Made on any thread,
// however long it takes; Classifier::adopt() then takes it over between two batches by exchanging contents, so that the thread that
// made it also frees what was in force before.
#pragma once

#include "agent/dataplane/classifier/address_list.h"
#include "agent/dataplane/classifier/log_ring.h"
#include "agent/dataplane/classifier/program.h"
#include "agent/dataplane/classifier/rule_matcher.h"

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace agent::dataplane {

struct RuleCount {
    std::uint64_t bytes = 0, packets = 0;
};

struct PreparedRules {
    Program program;
    std::vector<RuleCount> counts; // by RuleDetail::counter; zeros until adopted
    std::vector<std::pair<std::uint32_t, std::uint32_t>> counterOf; // (uid, position in counts), sorted by uid
    std::vector<AddressList> lists;                                 // their static part
    std::vector<std::pair<std::string, std::uint32_t>> listOf;      // (name, position in lists), sorted by name
    std::vector<std::unique_ptr<RuleMatcher>> matchers; // same positions as Program::more; null: never holds
    std::vector<std::pair<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t>> matcherOf; // ((uid, number in the rule), position), sorted
    Layer7Streams streams;
    std::vector<std::string> interfaceNames;
    std::vector<std::uint16_t> mtus; // by interface
    std::vector<LogRing::Label> labels; // by RuleDetail::label
};

} // namespace agent::dataplane
