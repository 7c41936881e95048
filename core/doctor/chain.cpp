#include "core/doctor/chain.h"

namespace core::doctor {
namespace {

constexpr int kJumps = 16;

enum class Left { Ran, Returned, Stopped };

struct Walker {
    const std::vector<Line>& rules;
    const Flow& flow;
    const MatchContext& context;
    const std::function<Walk(const RuleHit&)>& visit;

    Left walk(std::string_view chain, Match reach, int depth) const {
        for (const Line& rule : rules) {
            if (rule.value("chain") != chain) {
                continue;
            }
            MatchAnswer answer = matchRule(rule, flow, context);
            const Match match = both(reach, answer.match);
            if (match == Match::No) {
                continue;
            }
            const std::string_view action = rule.value("action", "accept");
            if (visit({rule, match, std::move(answer.why)}) == Walk::Stop) {
                return Left::Stopped;
            }
            if (action == "return" && match == Match::Yes) {
                return Left::Returned;
            }
            if (action == "jump" && depth < kJumps) {
                if (walk(rule.value("jump-target"), match, depth + 1) == Left::Stopped) {
                    return Left::Stopped;
                }
            }
            if (endsChain(action) && match == Match::Yes) {
                return Left::Stopped;
            }
        }
        return Left::Ran;
    }
};

} // namespace

bool endsChain(std::string_view action) {
    return action == "accept" || action == "drop" || action == "reject" || action == "tarpit";
}

void walkChain(std::string_view menu, std::string_view chain, const Flow& flow, const MatchContext& context,
               const std::function<Walk(const RuleHit&)>& visit) {
    const std::vector<Line> rules = context.view.enabled(menu);
    Walker{rules, flow, context, visit}.walk(chain, Match::Yes, 0);
}

} // namespace core::doctor
