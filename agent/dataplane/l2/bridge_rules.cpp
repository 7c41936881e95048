#include "agent/dataplane/l2/bridge_rules.h"

#include "core/base/endian.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>

namespace agent::dataplane {

namespace {

constexpr std::size_t kMaxJumps = 8;
constexpr std::uint16_t kNoChain = 0xffff;

// 802.1p bits of the tag the frame carries; an untagged frame has nowhere to put them.
void setPriority(PacketBuf& p, std::uint8_t priority) {
    if (isTagged(p)) {
        const std::uint16_t tci = core::base::loadBe16(p.frame() + 14);
        core::base::storeBe16(p.frame() + 14, static_cast<std::uint16_t>((tci & 0x1fffu) | (priority & 7u) << 13));
    }
}

} // namespace

void BridgeRules::configure(const std::vector<BridgeRuleConfig>& rules, const std::vector<std::string_view>& entries) {
    std::unordered_map<std::uint32_t, Count> before;
    for (std::size_t i = 0; i < rules_.size(); ++i) {
        before.emplace(rules_[i].uid, counts_[i]);
    }
    rules_ = rules;
    counts_.assign(rules.size(), {});
    jumpTo_.assign(rules.size(), kNoChain);
    std::vector<std::string_view> names = entries;
    const auto chainOf = [&](std::string_view name) {
        const auto found = std::find(names.begin(), names.end(), name);
        if (found == names.end()) {
            names.push_back(name);
            return static_cast<std::uint16_t>(names.size() - 1);
        }
        return static_cast<std::uint16_t>(found - names.begin());
    };
    chains_.clear();
    for (std::size_t i = 0; i < rules_.size(); ++i) {
        const std::uint16_t chain = chainOf(rules_[i].chain);
        jumpTo_[i] = rules_[i].action == BridgeRuleAction::Jump ? chainOf(rules_[i].jumpTarget) : kNoChain;
        chains_.resize(names.size());
        chains_[chain].push_back(static_cast<std::uint16_t>(i));
        if (const auto found = before.find(rules_[i].uid); found != before.end()) {
            counts_[i] = found->second;
        }
    }
    chains_.resize(names.size());
}

BridgeVerdict BridgeRules::run(std::size_t entry, const BridgeFrame& frame, PacketBuf& p, BridgeRuleLog& log) {
    struct Place {
        std::uint16_t chain;
        std::uint16_t next;
    };
    BridgeVerdict verdict;
    if (entry >= chains_.size()) {
        return verdict;
    }
    std::array<Place, kMaxJumps> stack;
    std::size_t depth = 0;
    stack[depth++] = {static_cast<std::uint16_t>(entry), 0};
    while (depth > 0) {
        Place& at = stack[depth - 1];
        if (at.next >= chains_[at.chain].size()) {
            --depth;
            continue;
        }
        const std::uint16_t number = chains_[at.chain][at.next++];
        const BridgeRuleConfig& rule = rules_[number];
        ++verdict.rulesLooked;
        if (!matches(rule.match, frame, p)) {
            continue;
        }
        counts_[number].bytes += p.length;
        counts_[number].packets += 1;
        if (rule.log || rule.action == BridgeRuleAction::Log) {
            log.note(number, p);
        }
        switch (rule.action) {
        case BridgeRuleAction::Accept:
            return verdict;
        case BridgeRuleAction::Drop:
            verdict.kind = BridgeVerdict::Drop;
            return verdict;
        case BridgeRuleAction::Jump:
            if (depth < stack.size()) { // deeper nesting than any real configuration, or a circle: goes on with the next rule
                stack[depth++] = {jumpTo_[number], 0};
            }
            break;
        case BridgeRuleAction::Return:
            --depth;
            break;
        case BridgeRuleAction::MarkPacket:
        case BridgeRuleAction::SetPriority:
            if (rule.action == BridgeRuleAction::MarkPacket) {
                p.packetMark = rule.newMark;
            } else {
                setPriority(p, rule.newPriority);
            }
            if (!rule.passthrough) {
                return verdict;
            }
            break;
        case BridgeRuleAction::Passthrough:
        case BridgeRuleAction::Log:
            break;
        case BridgeRuleAction::SrcNat:
        case BridgeRuleAction::DstNat:
        case BridgeRuleAction::Redirect:
        case BridgeRuleAction::ArpReply:
            verdict.kind = BridgeVerdict::Translate;
            verdict.rule = &rule;
            return verdict;
        }
    }
    return verdict;
}

std::optional<BridgeRules::Count> BridgeRules::counters(std::uint32_t uid) const {
    for (std::size_t i = 0; i < rules_.size(); ++i) {
        if (rules_[i].uid == uid) {
            return counts_[i];
        }
    }
    return std::nullopt;
}

void BridgeRules::resetCounters(std::uint32_t uid) {
    for (std::size_t i = 0; i < rules_.size(); ++i) {
        if (rules_[i].uid == uid) {
            counts_[i] = {};
        }
    }
}

} // namespace agent::dataplane
