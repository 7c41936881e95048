#include "app/ctl/fix_options.h"

#include "app/ctl/plan_options.h"

#include <CLI/CLI.hpp>

namespace app::ctl {
namespace {

constexpr const char* kFooter = R"(
What the doctor finds, set right. list shows the findings and which of them a change of the configuration settles. plan shows what would be sent to a
router, or changes a file, with the paths before and after; nothing is sent. apply sends it as `pathscopectl apply` does, with a way back the router
holds. Where a fix needs what only you know, it says so by a word in capitals, which --with gives. What each finding means: `pathscopectl doctor
--explain ID`, docs/diagnostics.

Examples:
  pathscopectl fix list site.rsc
  pathscopectl fix plan site.rsc --finding fasttrack-rule-missing
  pathscopectl fix plan 192.168.88.1 --finding nat-masquerade-ppp-churn --with PUBLIC-ADDRESS=203.0.113.7 -o plan.json
  pathscopectl fix apply 192.168.88.1 --finding ipsec-connections-fasttracked

Exit codes of list: 0 nothing to fix, 1 there are fixes. Of plan: 0 there is a plan, or nothing is left to do; 1 it cannot be made, with the reason.
Both: 2 wrong command line, or a file that cannot be read; 3 no router. Of apply: those of `pathscopectl apply`.)";

void addFinding(CLI::App& command, FixOptions& options) {
    command.add_option("--finding", options.order.finding, "Which finding, by its id")->type_name("ID")->required();
    command
        .add_option_function<std::vector<std::string>>(
            "--with",
            [&options](const std::vector<std::string>& given) {
                for (const std::string& one : given) {
                    const std::size_t at = one.find('=');
                    if (at == std::string::npos || at == 0) {
                        throw CLI::ValidationError("--with", "'" + one + "' is not NAME=VALUE");
                    }
                    options.order.fill[one.substr(0, at)] = one.substr(at + 1);
                }
            },
            "What a word in capitals stands for; also several")
        ->type_name("NAME=VALUE");
}

PlanSource source(FixOptions& options) {
    return {options.order.file, options.order.board, options.router};
}

} // namespace

CLI::App* addFixCommand(CLI::App& app, FixOptions& options) {
    CLI::App* fix = app.add_subcommand("fix", "The doctor's fixes: list, plan, apply");
    fix->footer(kFooter);
    fix->require_subcommand(1);
    CLI::App* list = fix->add_subcommand("list", "Findings, and which of them can be fixed");
    addPlanSource(*list, source(options), true);
    list->add_flag("--json", options.output.json, "As JSON instead of text");

    CLI::App* plan = fix->add_subcommand("plan", "Show what would be sent");
    addPlanSource(*plan, source(options), true);
    addFinding(*plan, options);
    addPlanOutput(*plan, options.output);

    CLI::App* apply = fix->add_subcommand("apply", "Send it to a router, with a way back the router holds itself");
    addPlanSource(*apply, source(options), false);
    addFinding(*apply, options);
    addApplyTerms(*apply, options.terms);
    addGuard(*apply, options.terms.guard);
    plan->parse_complete_callback([&options] { options.verb = FixOptions::Verb::Plan; });
    apply->parse_complete_callback([&options] { options.verb = FixOptions::Verb::Apply; });
    return fix;
}

} // namespace app::ctl
