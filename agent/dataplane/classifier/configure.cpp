// Taking over a configuration, and everything people read out of the classifier.
#include "agent/dataplane/classifier/classifier.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace agent::dataplane {

namespace {

// Numbers counters and labels in the order rules come.
class Numbering final : public RuleNumbers {
public:
    explicit Numbering(PreparedRules& rules) : rules_(&rules) {}

    std::uint32_t counterOf(std::uint32_t uid) override {
        const auto [it, fresh] = counters_.try_emplace(uid, static_cast<std::uint32_t>(rules_->counts.size()));
        if (fresh) {
            rules_->counts.emplace_back();
            rules_->counterOf.emplace_back(uid, it->second);
        }
        return it->second;
    }
    std::uint32_t labelOf(const std::string& prefix, const std::string& chain) override {
        const auto [it, fresh] = labels_.try_emplace({prefix, chain}, static_cast<std::uint32_t>(rules_->labels.size()));
        if (fresh) {
            rules_->labels.push_back({prefix, chain});
        }
        return it->second;
    }

private:
    PreparedRules* rules_;
    std::unordered_map<std::uint32_t, std::uint32_t> counters_;
    std::map<std::pair<std::string, std::string>, std::uint32_t> labels_;
};

// Calls visit(position in a, position in b) for every key two sorted lists share.
template <class Key, class Visit>
void forEachShared(const std::vector<std::pair<Key, std::uint32_t>>& a, const std::vector<std::pair<Key, std::uint32_t>>& b, Visit&& visit) {
    for (auto i = a.begin(), j = b.begin(); i != a.end() && j != b.end();) {
        if (i->first < j->first) {
            ++i;
        } else if (j->first < i->first) {
            ++j;
        } else {
            visit((i++)->second, (j++)->second);
        }
    }
}

void prepareMatchers(PreparedRules& rules) {
    MatchEnvironment environment;
    std::uint32_t ofRule = 0;
    for (std::uint32_t i = 0; i < rules.program.more.size(); ++i) {
        const ProgramMatch& wanted = rules.program.more[i];
        ofRule = i > 0 && rules.program.more[i - 1].uid == wanted.uid ? ofRule + 1 : 0;
        rules.matcherOf.emplace_back(std::pair{wanted.uid, ofRule}, i);
        rules.matchers.push_back(makeMatcher(wanted.match.what, environment));
    }
    std::sort(rules.matcherOf.begin(), rules.matcherOf.end());
    rules.streams = std::move(environment.streams);
}

} // namespace

core::base::Result<PreparedRules> Classifier::prepare(const FirewallConfig& config, std::span<const InterfaceConfig> interfaces) {
    PreparedRules rules;
    Numbering numbering(rules);
    auto program = compileProgram(config, numbering);
    if (!program) {
        return tl::unexpected(program.error());
    }
    rules.program = std::move(*program);
    std::sort(rules.counterOf.begin(), rules.counterOf.end());
    rules.lists.resize(config.addressLists.size());
    for (std::uint32_t i = 0; i < config.addressLists.size(); ++i) {
        rules.lists[i].setRanges(config.addressLists[i].entries);
        rules.listOf.emplace_back(config.addressLists[i].name, i);
    }
    std::sort(rules.listOf.begin(), rules.listOf.end());
    for (const InterfaceConfig& interface : interfaces) {
        rules.interfaceNames.push_back(interface.name);
        rules.mtus.push_back(interface.mtu);
    }
    prepareMatchers(rules);
    return rules;
}

void Classifier::adopt(PreparedRules& next) {
    adoptMatchers(next);
    forEachShared(next.counterOf, counterOf_, [&](std::uint32_t now, std::uint32_t before) { next.counts[now] = counts_[before]; });
    forEachShared(next.listOf, listOf_, [&](std::uint32_t now, std::uint32_t before) { next.lists[now].takeDynamic(lists_[before]); });
    log_.relabel(next.labels, interfaceNames_);
    std::swap(program_, next.program);
    counts_.swap(next.counts);
    counterOf_.swap(next.counterOf);
    lists_.swap(next.lists);
    listOf_.swap(next.listOf);
    interfaceNames_.swap(next.interfaceNames);
    mtus_.swap(next.mtus);
}

// A matcher goes on counting where it was when its rule still has it. What layer7-protocol has collected stays as long as the patterns do.
void Classifier::adoptMatchers(PreparedRules& next) {
    if (environment_.streams.samePatterns(next.streams)) {
        forEachShared(next.matcherOf, matcherOf_, [&](std::uint32_t now, std::uint32_t before) {
            if (next.program.more[now].match.what == program_.more[before].match.what) {
                std::swap(next.matchers[now], matchers_[before]);
            }
        });
    } else {
        std::swap(environment_.streams, next.streams);
    }
    matchers_.swap(next.matchers);
    matcherOf_.swap(next.matcherOf);
}

core::base::Result<void> Classifier::configure(const FirewallConfig& config, std::span<const InterfaceConfig> interfaces) {
    auto rules = prepare(config, interfaces);
    if (!rules) {
        return tl::unexpected(rules.error());
    }
    adopt(*rules);
    return {};
}

std::optional<std::uint32_t> Classifier::counterOf(std::uint32_t uid) const {
    const auto it = std::lower_bound(counterOf_.begin(), counterOf_.end(), std::pair{uid, std::uint32_t{0}});
    return it == counterOf_.end() || it->first != uid ? std::nullopt : std::optional(it->second);
}

std::optional<RuleCount> Classifier::counters(std::uint32_t uid) const {
    const auto counter = counterOf(uid);
    return counter ? std::optional(counts_[*counter]) : std::nullopt;
}

void Classifier::resetCounters(std::uint32_t uid) {
    if (const auto counter = counterOf(uid)) {
        counts_[*counter] = {};
    }
}

std::uint32_t Classifier::uidOf(std::uint32_t counter) const {
    const auto it = std::find_if(counterOf_.begin(), counterOf_.end(), [counter](const auto& entry) { return entry.second == counter; });
    return it == counterOf_.end() ? 0 : it->first;
}

std::vector<DynamicAddress> Classifier::dynamicAddresses(core::base::Nanos now) const {
    std::vector<DynamicAddress> all;
    for (std::uint32_t list = 0; list < lists_.size(); ++list) {
        lists_[list].forEachDynamic(now, [&](std::uint32_t address, core::base::Nanos left) { all.push_back({list, address, left}); });
    }
    return all;
}

bool Classifier::removeDynamicAddress(std::uint32_t list, std::uint32_t address) {
    return list < lists_.size() && lists_[list].remove(address);
}

} // namespace agent::dataplane
