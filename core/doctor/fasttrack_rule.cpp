#include "core/doctor/fasttrack_rule.h"

#include <algorithm>
#include <array>

namespace core::doctor {
namespace {

struct Direction {
    Match marked = Match::No;
    std::string why;
    std::optional<Line> rule, ender;
    std::vector<RuleHit> exceptions;
};

bool isFastTrack(const Line& rule) {
    return rule.value("action") == "fasttrack-connection";
}

Direction inDirection(const Flow& flow, const MatchContext& context) {
    Direction out;
    const std::string_view family = context.addressFamilyIpv6 ? "/ipv6/firewall/" : "/ip/firewall/";
    for (const std::string_view table : {"mangle", "filter"}) {
        const std::string menu = std::string(family) + std::string(table);
        walkChain(menu, "forward", flow, context, [&](const RuleHit& hit) {
            if (isFastTrack(hit.rule)) {
                if (hit.match > out.marked) {
                    out.marked = hit.match;
                    out.rule = hit.rule;
                    out.why = hit.why;
                }
                return hit.match == Match::Yes ? Walk::Stop : Walk::On;
            }
            if (table == "filter" && endsChain(hit.rule.value("action", "accept"))) {
                if (hit.match == Match::Yes) {
                    out.ender = hit.rule;
                } else if (!out.rule) {
                    out.exceptions.push_back(hit);
                }
            }
            return Walk::On;
        });
        if (out.marked == Match::Yes) {
            break;
        }
    }
    return out;
}

// The first FastTrack rule that would match if nothing stood above it.
std::optional<Line> wouldMark(const Flow& flow, const MatchContext& context) {
    for (const Line& rule : fastTrackRules(context.view, context.addressFamilyIpv6)) {
        if (matchRule(rule, flow, context).match != Match::No) {
            return rule;
        }
    }
    return std::nullopt;
}

} // namespace

FastTrackAnswer fastTrackOf(const Flow& flow, const MatchContext& context) {
    const Direction there = inDirection(flow, context);
    const Direction back = inDirection(flow.reversed(), context);
    const Direction& better = back.marked > there.marked ? back : there;
    FastTrackAnswer answer;
    answer.marked = better.marked;
    answer.why = better.why;
    answer.rule = better.rule;
    answer.oneDirection = (there.marked == Match::No) != (back.marked == Match::No);
    // A rule that takes the packets of one direction away does not help: the other direction's mark the connection all the same.
    if (!there.exceptions.empty() && !back.exceptions.empty()) {
        answer.exceptions = there.exceptions;
        for (const RuleHit& hit : back.exceptions) {
            const bool known =
                std::any_of(answer.exceptions.begin(), answer.exceptions.end(), [&](const RuleHit& e) { return e.rule == hit.rule; });
            if (!known) {
                answer.exceptions.push_back(hit);
            }
        }
    }
    // Answers that are dropped never come to the other side: nothing is established that could be marked.
    const bool answersEnd = back.marked == Match::No && back.ender && back.ender->value("action", "accept") != "accept";
    if (answersEnd) {
        answer.marked = Match::No;
    }
    if (answer.marked == Match::No) {
        answer.shadowed = wouldMark(flow, context);
        if (answer.shadowed) {
            answer.shadowedBy = there.ender && !answersEnd ? there.ender : back.ender;
        }
    }
    return answer;
}

std::vector<Line> fastTrackRules(const ConfigView& view, bool ipv6) {
    std::vector<Line> out;
    for (const std::string_view menu : ipv6 ? std::array<std::string_view, 2>{"/ipv6/firewall/filter", "/ipv6/firewall/mangle"}
                                            : std::array<std::string_view, 2>{"/ip/firewall/filter", "/ip/firewall/mangle"}) {
        for (const Line& rule : view.enabled(menu)) {
            if (isFastTrack(rule)) {
                out.push_back(rule);
            }
        }
    }
    return out;
}

std::vector<Line> disabledFastTrackRules(const ConfigView& view) {
    std::vector<Line> out = view.lines("/ip/firewall/filter");
    std::erase_if(out, [](const Line& rule) { return !isFastTrack(rule) || !rule.disabled(); });
    return out;
}

} // namespace core::doctor
