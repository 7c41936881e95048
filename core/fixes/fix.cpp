#include "core/fixes/fix.h"

#include "core/doctor/catalogue.h"
#include "core/doctor/plan_facts.h"
#include "core/doctor/queues.h"
#include "core/fixes/expected_paths.h"
#include "core/fixes/fixed_config.h"
#include "core/fixes/remedy_steps.h"
#include "core/fixes/risks.h"
#include "core/fixes/sentence.h"
#include "core/planner/fasttrack_plans.h"
#include "core/planner/steps.h"
#include "core/qos/qos.h"
#include "core/routeros/config/values.h"

#include <algorithm>
#include <array>
#include <functional>

namespace core::fixes {

using core::devices::Device;
using core::doctor::Facts;
using core::doctor::ItemNames;
using core::doctor::Line;
using core::doctor::Patient;
using core::model::Diagnosis;
using core::model::Finding;
using core::model::Plan;
using core::model::PlanNote;

namespace {

constexpr std::array<std::string_view, 3> kFastTrackRule{"fasttrack-rule-missing", "fasttrack-rule-shadowed", "fasttrack-disabled-for-qos"};
constexpr std::string_view kGlobalTree = "queue-tree-global-bypassed-by-fasttrack";

bool isFastTrackRule(std::string_view id) {
    return std::find(kFastTrackRule.begin(), kFastTrackRule.end(), id) != kFastTrackRule.end();
}

std::string meaningOf(std::string_view blank) {
    struct Entry {
        std::string_view name, meaning;
    };
    constexpr Entry kEntries[] = {
        {"PUBLIC-ADDRESS", "The fixed public address of this router"},
        {"MANAGEMENT-NETWORK", "The network the router is managed from, such as 192.168.88.0/24"},
        {"USERS", "The interface list the users are in"},
        {"DOWN", "What the line carries towards the users, such as 100M"},
        {"UP", "What the line carries towards the provider, such as 20M"},
    };
    for (const Entry& entry : kEntries) {
        if (entry.name == blank) {
            return std::string(entry.meaning);
        }
    }
    return "What to put for " + std::string(blank);
}

std::vector<const Finding*> findingsOf(const Diagnosis& diagnosis, std::string_view id) {
    std::vector<const Finding*> out;
    for (const Finding& finding : diagnosis.findings) {
        if (finding.id == id) {
            out.push_back(&finding);
        }
    }
    return out;
}

// The steps for items that are meant by these names. Pure, so that the same steps can be made for the router and for a copy of its configuration.
using Maker = std::function<Plan(const Facts&, const ItemNames&)>;

void askFor(std::string name, Fix& fix) {
    fix.blanks.push_back({name, meaningOf(name)});
}

std::optional<core::base::BitRate> rateOf(const Fill& fill, std::string_view name) {
    const auto given = fill.find(name);
    const auto bps = given == fill.end() ? std::nullopt : core::routeros::config::parseRate(given->second);
    return bps && *bps > 0 ? std::optional(core::base::BitRate{static_cast<double>(*bps)}) : std::nullopt;
}

// Trees on global hold both directions in one limit, so the rates of the line have to be said.
Maker byQueues(const Facts& facts, const FixRequest& request, Fix& fix) {
    core::qos::Wishes wishes;
    wishes.down = rateOf(request.fill, "DOWN");
    wishes.up = rateOf(request.fill, "UP");
    const auto trees = core::doctor::globalTrees(facts);
    const bool limited = std::any_of(trees.begin(), trees.end(), [](const Line& tree) { return core::doctor::limitOf(tree) > 0; });
    if (limited && !wishes.down) {
        askFor("DOWN", fix);
    }
    if (limited && !wishes.up) {
        askFor("UP", fix);
    }
    return [wishes](const Facts& of, const ItemNames& names) { return core::qos::planQos(of, names, wishes); };
}

Maker byRule() {
    return [](const Facts& of, const ItemNames& names) {
        Plan plan = core::planner::addFastTrack(core::doctor::planFacts(of, names));
        if (!names.ofRouter) {
            core::planner::renumberPlaces(plan.steps);
        }
        return plan;
    };
}

bool adds(const core::model::PlanStep& step) {
    return step.command.verb == "add";
}

Maker byRemedies(const std::vector<const Finding*>& findings, const FixRequest& request, Fix& fix) {
    std::vector<std::pair<std::string, Purpose>> commands;
    for (const Finding* finding : findings) {
        for (const core::model::Remedy& remedy : finding->remedy) {
            commands.emplace_back(filled(remedy.command, request.fill), Purpose{finding->id, sentence(finding->why)});
            for (const std::string& blank : blanksOf(commands.back().first)) {
                if (std::none_of(fix.blanks.begin(), fix.blanks.end(), [&](const Blank& b) { return b.name == blank; })) {
                    askFor(blank, fix);
                }
            }
        }
    }
    return [commands](const Facts& of, const ItemNames& names) {
        Plan plan;
        for (const auto& [command, purpose] : commands) {
            auto steps = remedySteps(of, names, command, purpose);
            if (!steps) {
                plan.steps.clear();
                plan.obstacle = "This cannot be planned: " + steps.error().describe() + ".";
                return plan;
            }
            std::move(steps->begin(), steps->end(), std::back_inserter(plan.steps));
        }
        if (!names.ofRouter) {
            // Rules are meant by their number: what is added comes last, so that those above still hold.
            std::stable_partition(plan.steps.begin(), plan.steps.end(), [](const auto& step) { return !adds(step); });
            core::planner::renumberPlaces(plan.steps);
        }
        return plan;
    };
}

void addGeneralNotes(const Facts& facts, const std::string& id, Plan& plan) {
    const bool exempts = std::any_of(plan.steps.begin(), plan.steps.end(), [](const auto& step) {
        const bool mark = step.command.argument("connection-mark").has_value();
        return step.command.menu == "/ip/firewall/filter" && (step.command.argument("action") == "accept" || mark);
    });
    if (exempts) {
        plan.notes.push_back({PlanNote::Tone::Warning, "Connections that are FastTracked already stay so", "They go on past the new rule until they end. They can be counted and ended: pathscopectl fasttracked, or the FastTracked connections of the console."});
    }
    const std::string_view filter = facts.view.setting("/ip/settings", "rp-filter", "no");
    const bool several = facts.topology.wans().size() > 1 || id == "fasttrack-pbr-main-table-only";
    if (several && filter == "strict") {
        plan.notes.push_back({PlanNote::Tone::Warning, "rp-filter=strict with more than one line", "Packets that come back by another line than the main table would choose are dropped, whatever path they take. loose, or no, lets them in; it changes no path."});
    }
}

Plan nothingToDo(const FixRequest& request, const std::string& title) {
    Plan plan;
    plan.id = "fix:" + request.finding;
    plan.title = title;
    plan.fulfilled = true;
    plan.obstacle = "Nothing to do: the doctor does not find this here.";
    return plan;
}

std::string listed(const std::vector<Blank>& blanks) {
    std::string out;
    for (const Blank& blank : blanks) {
        out += (out.empty() ? "" : "; ") + blank.name + ": " + blank.meaning;
    }
    return out;
}

} // namespace

bool isFixable(const Finding& finding) {
    return finding.id == kGlobalTree || isFastTrackRule(finding.id) || !finding.remedy.empty();
}

Fix planFix(const Patient& patient, const std::vector<Device>& table, const ItemNames& names, const FixRequest& request) {
    Fix fix;
    const auto* entry = core::doctor::findEntry(request.finding);
    const std::string title = entry == nullptr ? request.finding : "Fix: " + std::string(entry->title);
    const Diagnosis now = core::doctor::diagnose(patient, table, {});
    const auto findings = findingsOf(now, request.finding);
    if (findings.empty()) {
        fix.plan = nothingToDo(request, title);
        return fix;
    }
    const Finding& finding = *findings.front();
    const Facts facts(patient.config, core::doctor::deviceOf(patient, table), patient.running, patient.counters ? &*patient.counters : nullptr);
    const auto named = [&](Plan plan) {
        plan.id = "fix:" + request.finding;
        plan.title = title;
        return plan;
    };
    if (!isFixable(finding)) {
        fix.plan = named({});
        fix.plan.obstacle = "There is no change of the configuration that settles this by itself.";
        fix.plan.alternatives = finding.costs;
        return fix;
    }
    const Maker make = finding.id == kGlobalTree ? byQueues(facts, request, fix) : isFastTrackRule(finding.id) ? byRule() : byRemedies(findings, request, fix);
    if (!fix.blanks.empty()) {
        fix.plan = named({});
        fix.plan.obstacle = "Something only you know is missing. " + listed(fix.blanks) + ".";
        return fix;
    }
    fix.plan = named(make(facts, names));
    for (core::model::PlanStep& step : fix.plan.steps) {
        if (step.risks.empty()) {
            step.risks = risksOf(step.command); // of the planner's own steps
        }
    }
    if (fix.plan.steps.empty()) {
        fix.plan.obstacle = fix.plan.obstacle.empty() ? "Nothing to do: everything this fix would set is set already." : fix.plan.obstacle;
        return fix;
    }
    const auto then = fixedConfig(patient.config, make(facts, namesInTree(patient.config.tree)).steps);
    if (!then) {
        fix.plan.steps.clear();
        fix.plan.obstacle = "This cannot be planned: " + then.error().describe() + ".";
        return fix;
    }
    Patient cured = patient;
    cured.config = *then;
    cured.running = std::any_of(fix.plan.steps.begin(), fix.plan.steps.end(), [](const auto& step) { return step.command.verb == "stop"; }) ? core::doctor::Running() : patient.running;
    cured.counters.reset(); // what was counted so far says nothing about afterwards
    expect(now, core::doctor::diagnose(cured, table, {}), finding, fix.plan);
    addGeneralNotes(facts, request.finding, fix.plan);
    return fix;
}

} // namespace core::fixes
