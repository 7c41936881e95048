// Lays chains out and resolves jumps.
#include "agent/dataplane/classifier/program.h"

#include "agent/dataplane/classifier/compile_rule.h"

#include <algorithm>
#include <map>
#include <span>
#include <string_view>

namespace agent::dataplane {

namespace {

struct Hook {
    HookChain chain;
    std::string_view name;
};

struct TableSource {
    Table table;
    std::string_view menu;
    const std::vector<RuleConfig>* rules;
    std::vector<Hook> hooks;
};

std::vector<TableSource> tablesOf(const FirewallConfig& config) {
    using enum HookChain;
    return {
        {Table::Raw, "/ip/firewall/raw", &config.raw, {{Prerouting, "prerouting"}, {Output, "output"}}},
        {Table::Mangle, "/ip/firewall/mangle", &config.mangle,
         {{Prerouting, "prerouting"}, {Input, "input"}, {Forward, "forward"}, {Output, "output"}, {Postrouting, "postrouting"}}},
        {Table::Nat, "/ip/firewall/nat", &config.nat, {{SrcNat, "srcnat"}, {DstNat, "dstnat"}, {Input, "input"}, {Output, "output"}}},
        {Table::Filter, "/ip/firewall/filter", &config.filter, {{Input, "input"}, {Forward, "forward"}, {Output, "output"}}},
    };
}

// Walks the jumps of one table depth first; a chain met again while it is still open closes a cycle.
class JumpCheck {
public:
    using Jumps = std::map<std::string, std::vector<std::string>>;
    JumpCheck(std::string_view menu, const Jumps& jumps) : menu_(menu), jumps_(&jumps) {}

    core::base::Result<void> run() {
        for (const auto& [chain, targets] : *jumps_) {
            if (auto depth = depthOf(chain); !depth) {
                return tl::unexpected(depth.error());
            }
        }
        return {};
    }

private:
    core::base::Result<std::size_t> depthOf(const std::string& chain) {
        if (const auto known = depth_.find(chain); known != depth_.end()) {
            return known->second;
        }
        if (const auto open = std::find(path_.begin(), path_.end(), chain); open != path_.end()) {
            std::string cycle;
            for (auto it = open; it != path_.end(); ++it) {
                cycle += *it + " -> ";
            }
            return core::base::fail(core::base::ErrorCode::InvalidInput, "The jump rules of " + std::string(menu_) + " form a cycle: " +
                                                                             cycle + chain + ". Change the jump-target of one of them.");
        }
        path_.push_back(chain);
        std::size_t deepest = 0;
        if (const auto it = jumps_->find(chain); it != jumps_->end()) {
            for (const std::string& target : it->second) {
                auto below = depthOf(target);
                if (!below) {
                    return below;
                }
                deepest = std::max(deepest, *below + 1);
            }
        }
        path_.pop_back();
        if (deepest > kMaxJumps) {
            return core::base::fail(core::base::ErrorCode::InvalidInput, "The jump rules of " + std::string(menu_) + " nest deeper than " +
                                                                            std::to_string(kMaxJumps) + " below chain " + chain +
                                                                            ". Join some of the chains.");
        }
        depth_[chain] = deepest;
        return deepest;
    }

    std::string_view menu_;
    const Jumps* jumps_;
    std::vector<std::string> path_;
    std::map<std::string, std::size_t> depth_;
};

// A chain depends on whatever the chains it jumps to depend on. The jumps form no cycle, so this ends after as many rounds as they nest.
void settleDependence(Program& program, std::size_t firstChain) {
    bool changed = true;
    while (changed) {
        changed = false;
        for (std::size_t c = firstChain; c < program.chains.size(); ++c) {
            Chain& chain = program.chains[c];
            std::uint8_t bits = chain.dependence;
            for (std::uint32_t i = chain.first; i < chain.first + chain.count; ++i) {
                const RuleDetail& detail = program.details[i];
                bits |= detail.dependence;
                bits |= detail.action == RuleAction::Jump ? program.chains[detail.chain].dependence : std::uint8_t{0};
            }
            changed = changed || bits != chain.dependence;
            chain.dependence = bits;
        }
    }
}

// Whether a WalkRecord can stand for this rule: what it looks at follows from the connection, from marks earlier rules have set, or from
// nothing, or it is not meant for packets of a flow under way at all; and its effect, if any, is the same for each packet and part of what is remembered, or done already.
bool isSteady(const RuleDetail& detail) {
    const bool lasting = detail.action == RuleAction::MarkPacket || detail.action == RuleAction::MarkRouting ||
                         detail.action == RuleAction::MarkConnection || detail.action == RuleAction::FastTrackConnection;
    const std::uint8_t allowed = lasting && !detail.log ? kOnMarks | kHasEffect : kOnMarks;
    return detail.special || (detail.dependence & ~allowed) == 0;
}

void settleSteady(Program& program, std::size_t firstChain) {
    for (std::size_t c = firstChain; c < program.chains.size(); ++c) {
        Chain& chain = program.chains[c];
        while (chain.steady < chain.count && isSteady(program.details[chain.first + chain.steady])) {
            ++chain.steady;
        }
    }
}

core::base::Result<void> compileTable(const TableSource& source, RuleNumbers& numbers, Program& program) {
    JumpCheck::Jumps jumps;
    std::map<std::string, std::vector<const RuleConfig*>, std::less<>> byChain;
    for (const RuleConfig& rule : *source.rules) {
        byChain[rule.chain].push_back(&rule);
        if (rule.action == RuleAction::Jump) {
            jumps[rule.chain].push_back(rule.jumpTarget);
            byChain.try_emplace(rule.jumpTarget); // may stay empty: such a jump returns at once
        }
    }
    if (auto ok = JumpCheck(source.menu, jumps).run(); !ok) {
        return ok;
    }
    std::map<std::string, std::uint32_t, std::less<>> numberOf;
    auto next = static_cast<std::uint32_t>(program.chains.size());
    for (const auto& [name, rules] : byChain) {
        numberOf[name] = next++;
    }
    for (const auto& [name, rules] : byChain) { // same order as the numbers
        const std::size_t start = program.rules.size();
        program.chains.push_back({static_cast<std::uint32_t>(start), static_cast<std::uint32_t>(rules.size()),
                                  static_cast<std::uint32_t>(program.chains.size())});
        for (const RuleConfig* rule : rules) {
            const std::uint32_t target = rule->action == RuleAction::Jump ? numberOf.find(rule->jumpTarget)->second : 0;
            compileRule(*rule, target, numbers, program);
        }
        program.filters.emplace_back(std::span(program.rules).subspan(start));
    }
    settleDependence(program, program.chains.size() - byChain.size());
    settleSteady(program, program.chains.size() - byChain.size());
    for (const Hook& hook : source.hooks) {
        if (const auto it = numberOf.find(hook.name); it != numberOf.end()) {
            program.hooks[static_cast<std::size_t>(source.table)][static_cast<std::size_t>(hook.chain)] = program.chains[it->second];
        }
    }
    return {};
}

} // namespace

core::base::Result<Program> compileProgram(const FirewallConfig& config, RuleNumbers& numbers) {
    Program program;
    for (const TableSource& source : tablesOf(config)) {
        if (auto ok = compileTable(source, numbers, program); !ok) {
            return tl::unexpected(ok.error());
        }
    }
    return program;
}

} // namespace agent::dataplane
