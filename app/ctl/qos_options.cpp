#include "app/ctl/qos_options.h"

#include "app/ctl/advise_options.h"
#include "app/ctl/plan_options.h"

#include <CLI/CLI.hpp>
#include <map>

namespace app::ctl {
namespace {

using core::workspace::Shaper;

constexpr double kLeastQueued = 0.95;

constexpr const char* kFooter = R"(
Queues on the interfaces packets leave by: towards the provider (upload) and towards the users (download). FastTracked packets pass these too, while
simple queues and queues on global are passed by. plan shows what would be sent to a router, or changes a file; nothing is sent. apply sends it as
`pathscopectl apply` does, with a way back the router holds, and looks afterwards whether the queues see at least 95 of 100 octets that FastTrack
carries: where a switch chip keeps them from it, the change is taken back and it is said. remove takes away what Pathscope created. What each choice
means: docs/qos.md.

Examples:
  pathscopectl qos plan site.rsc --down 100 --up 20
  pathscopectl qos plan 192.168.88.1 --down 440 --up 45 --overhead pppoe-ptm -o plan.json
  pathscopectl qos apply 192.168.88.1 --down 100 --up 20 --calls
  pathscopectl qos remove 192.168.88.1

Exit codes of plan: 0 there is a plan, or nothing is left to do; 1 it cannot be made, with the reason and what instead; 2 wrong command line, or a file
that cannot be read; 3 no router. Of apply and remove: those of `pathscopectl apply`.)";

void addWishes(CLI::App& command, QosOptions& options) {
    auto& wishes = options.request.wishes;
    const auto rate = [&command](const char* name, std::optional<core::base::BitRate>& into, const char* help) {
        command
            .add_option_function<std::string>(
                name,
                [&into, name](const std::string& text) {
                    into = parseLineRate(text);
                    if (!into) {
                        throw CLI::ValidationError(name, "'" + text + "' is no rate; give megabits per second, such as 100, or 1G");
                    }
                },
                help)
            ->type_name("RATE");
    };
    rate("--down", wishes.down, "What the line carries towards the users; the queue gets 95 % of it. Without, the port's speed");
    rate("--up", wishes.up, "What the line carries towards the provider");
    static const std::map<std::string, Shaper> shapers{{"auto", Shaper::Auto}, {"fq-codel", Shaper::FqCodel}, {"cake", Shaper::Cake}, {"sfq", Shaper::Sfq}, {"pcq", Shaper::Pcq}};
    command.add_option("--queue", wishes.shaper, "Kind of the queues; by default fq-codel, with --overhead cake, before RouterOS 7.1 pcq")
        ->transform(CLI::CheckedTransformer(shapers))
        ->type_name("KIND");
    command.add_option("--overhead", wishes.overhead, "cake's overhead scheme of the line, such as pppoe-ptm")->type_name("SCHEME");
    command.add_flag("--calls", wishes.voice, "Calls (DSCP EF) in a class of their own");
    command.add_flag("!--no-fasttrack", wishes.fastTrack, "Add no FastTrack rule where there is none");
    command.add_flag("--replace-simple", wishes.replaceSimple, "Switch simple queues off");
    command.add_option("--leave-out", wishes.leaveOut, "Interface towards users that gets no queue; also several")->type_name("NAME");
}

PlanSource source(QosOptions& options) {
    return {options.request.file, options.request.board, options.router};
}

} // namespace

CLI::App* addQosCommand(CLI::App& app, QosOptions& options) {
    CLI::App* qos = app.add_subcommand("qos", "Queues that FastTracked packets pass too: plan, apply, remove");
    qos->footer(kFooter);
    qos->require_subcommand(1);
    CLI::App* plan = qos->add_subcommand("plan", "Show what would be sent");
    addPlanSource(*plan, source(options), true);
    addWishes(*plan, options);
    addPlanOutput(*plan, options.output);

    CLI::App* apply = qos->add_subcommand("apply", "Send it to a router, with a way back the router holds itself");
    addPlanSource(*apply, source(options), false);
    addWishes(*apply, options);
    addApplyTerms(*apply, options.terms);
    addGuard(*apply, options.terms.guard);
    options.terms.guard.leastQueued = kLeastQueued;
    apply->add_option("--guard-queues", options.terms.guard.leastQueued, "Share of FastTracked octets the queues have to see; 0: not looked at")->type_name("SHARE")->check(CLI::Range(0.0, 1.0))->capture_default_str();

    CLI::App* remove = qos->add_subcommand("remove", "Take away what Pathscope created");
    addPlanSource(*remove, source(options), false);
    addApplyTerms(*remove, options.terms);
    apply->parse_complete_callback([&options] { options.verb = QosOptions::Verb::Apply; });
    remove->parse_complete_callback([&options] {
        options.verb = QosOptions::Verb::Remove;
        options.request.remove = true;
        options.terms.guard = {};
    });
    return qos;
}

} // namespace app::ctl
