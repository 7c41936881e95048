#include "core/planner/plan_text.h"

#include <algorithm>
#include <array>

namespace core::planner {

using core::model::Plan;
using core::model::PlanStep;
using core::model::Risk;

namespace {

struct RiskWords {
    Risk risk;
    std::string_view id, text;
};

constexpr std::array<RiskWords, 6> kRisks{{
    {Risk::BlinksPorts, "blinks-ports", "The switch chip is set up anew: ports may go down for some seconds."},
    {Risk::CutsManagement, "cuts-management", "The way the router is reached may end."},
    {Risk::LosesAccounting, "loses-accounting", "Firewall rules, marks and counters see only the first packets of these connections."},
    {Risk::DropsConnections, "drops-connections", "Connections that stand are ended and begin anew."},
    {Risk::PassesFirewall, "passes-firewall", "Packets no longer meet the firewall's rules."},
    {Risk::LosesLimits, "loses-limits", "A rate limit is given up."},
}};

const RiskWords& wordsOf(Risk risk) {
    return kRisks[static_cast<std::size_t>(risk)];
}

LineKind kindOf(const PlanStep& step) {
    const std::string& verb = step.command.verb;
    return verb == "add" || verb == "enable" ? LineKind::Added : verb == "remove" || verb == "disable" ? LineKind::Removed : LineKind::Changed;
}

std::string commented(std::string_view text) {
    std::string out = "# ";
    for (const char c : text) {
        out += c;
        out += c == '\n' ? "# " : "";
    }
    return out + "\n";
}

} // namespace

std::string_view riskId(Risk risk) {
    return wordsOf(risk).id;
}

std::string_view riskText(Risk risk) {
    return wordsOf(risk).text;
}

std::optional<Risk> riskOf(std::string_view id) {
    const auto found = std::find_if(kRisks.begin(), kRisks.end(), [&](const RiskWords& words) { return words.id == id; });
    return found == kRisks.end() ? std::nullopt : std::optional(found->risk);
}

std::vector<Risk> risksOf(const Plan& plan) {
    std::vector<Risk> out;
    for (const RiskWords& words : kRisks) {
        const bool any = std::any_of(plan.steps.begin(), plan.steps.end(), [&](const PlanStep& step) {
            return std::find(step.risks.begin(), step.risks.end(), words.risk) != step.risks.end();
        });
        if (any) {
            out.push_back(words.risk);
        }
    }
    return out;
}

std::vector<PlanLine> planLines(const Plan& plan) {
    std::vector<PlanLine> out;
    std::transform(plan.steps.begin(), plan.steps.end(), std::back_inserter(out),
                   [](const PlanStep& step) { return PlanLine{kindOf(step), step.commandLine}; });
    return out;
}

std::string planDiff(const Plan& plan) {
    std::string out;
    for (const PlanLine& line : planLines(plan)) {
        out += line.kind == LineKind::Added ? "+ " : line.kind == LineKind::Removed ? "- " : "~ ";
        out += line.text + "\n";
    }
    return out;
}

std::string planScript(const Plan& plan) {
    std::string out = commented(plan.title);
    for (const PlanStep& step : plan.steps) {
        out += commented(step.why) + step.commandLine + "\n";
    }
    return out;
}

std::string inverseScript(const Plan& plan) {
    std::string out = commented("Takes back: " + plan.title);
    for (auto step = plan.steps.rbegin(); step != plan.steps.rend(); ++step) {
        out += step->inverseLine.empty() ? std::string() : step->inverseLine + "\n";
    }
    return out;
}

} // namespace core::planner
