#include "app/ctl/apply_options.h"

#include <CLI/CLI.hpp>

namespace app::ctl {
namespace {

constexpr const char* kApplyFooter = R"(
Looks first: whether the plan still fits the router, whether the user may, whether the router can come back by itself. Shows what will be
sent and asks, unless --yes. Then the router is given its way back (a scheduler entry "pathscope-rollback", and safe mode from RouterOS 7.18
over the API), the steps are sent, and a new connection is made to see that it still can be. From then on it waits for "keep" or "rollback"
on standard input; without a word the router takes it back by itself when the time is over, whatever happens to this program. With --guard and
its like, it also goes back by itself when it made that worse, whoever kept it waiting.

Examples:
  pathscopectl apply plan.json 192.168.88.1 --confirm 120
  pathscopectl apply plan.json 192.168.88.1 --yes --keep --json

Exit codes: 0 kept, 1 the router is as before (taken back, or refused before anything was written), 2 wrong command line or plan file,
3 no router, 4 what became of it is not known, 130 interrupted (the router takes it back).)";

constexpr const char* kChangeFooter = R"(
The journal holds every write Pathscope made, when, by whom, and what the router said. keep and rollback are for a change whose program ended
while it was pending. undo takes a kept change back, also weeks later: it is worked out from what the router is now, and what others changed
since is told first.

Exit codes: 0 done or kept, 1 the router is as before, 2 wrong command line or no such change, 3 no router, 4 what became of it is not known,
130 interrupted.)";

void addTerms(CLI::App& command, int& seconds, bool& keep, bool& yes, bool& json, bool& safeMode) {
    command.add_option("--confirm", seconds, "Seconds until the router takes it back by itself")->type_name("SECONDS")->check(CLI::Range(5, 3600))->capture_default_str();
    command.add_flag("--keep", keep, "Keep it as soon as it is verified, without waiting for a word");
    command.add_flag("!--no-safe-mode", safeMode, "Leave the router's safe mode alone: it would also take back what others change meanwhile");
    command.add_flag("--yes", yes, "Send without asking");
    command.add_flag("--json", json, "The outcome as one JSON object");
}

CLI::App* numbered(CLI::App& change, ChangeOptions& options, const char* name, const char* help, ChangeOptions::What what, bool router) {
    CLI::App* command = change.add_subcommand(name, help);
    command->add_option("ID", options.number, "Its number in the journal")->required();
    if (router) {
        command->add_option("HOST", options.router.host, "The router: name or address");
        addRouterOptions(*command, options.router, "The bundled agent on this lab instead");
    }
    command->callback([&options, what] { options.what = what; });
    return command;
}

} // namespace

void addGuard(CLI::App& command, core::workspace::GuardTerms& guard) {
    const auto bounded = [&command](const char* name, double& value, const char* help, const char* unit, double low, double high) {
        return command.add_option(name, value, help)->type_name(unit)->check(CLI::Range(low, high));
    };
    bounded("--guard", guard.leastShare, "Take it back when the throughput of its seconds 2 to 6 is below this share of the 5 s before", "SHARE", 0.01, 1.0);
    command.add_option("--guard-interface", guard.interfaces, "Of --guard: rx and tx of these instead of all that comes in")->type_name("NAME");
    bounded("--guard-path", guard.mostPathPoints, "Take it back when more than so many of 100 octets leave the hardware, fast path and FastTrack", "POINTS", 0.1, 100.0);
    CLI::Option* ping = command.add_option("--guard-ping", guard.pingHost, "Ping this host, on the other side of the router, before and after")->type_name("HOST");
    bounded("--guard-p95", guard.mostAddedMs, "Take it back when 95 of 100 of these pings take so many milliseconds more", "MS", 0.1, 10000.0)->needs(ping);
    bounded("--guard-loss", guard.mostLostPoints, "Take it back when so many more of 100 of these pings get no answer", "POINTS", 0.1, 100.0)->needs(ping);
    ping->check(CLI::Validator([](const std::string& host) { return host.empty() || host.starts_with('-') ? "is no host" : ""; }, ""));
}

CLI::App* addApplyCommand(CLI::App& app, ApplyOptions& options) {
    CLI::App* apply = app.add_subcommand("apply", "Send a plan to a router, with a way back the router holds itself");
    apply->footer(kApplyFooter);
    apply->add_option("PLAN", options.plan, "The plan, as `qos plan --json` writes it; - is standard input (then with --yes --keep)")->type_name("PLAN.json")->required();
    CLI::Option* host = apply->add_option("HOST", options.router.host, "The router: name or address");
    addRouterOptions(*apply, options.router, "The bundled agent on this lab instead");
    apply->get_option("--lab")->excludes(host);
    addGuard(*apply, options.guard);
    addTerms(*apply, options.confirmSeconds, options.keep, options.yes, options.json, options.safeMode);
    return apply;
}

CLI::App* addChangeCommand(CLI::App& app, ChangeOptions& options) {
    CLI::App* change = app.add_subcommand("change", "The journal of changes; keep, roll back or undo one");
    change->footer(kChangeFooter);
    change->require_subcommand(1);
    CLI::App* list = change->add_subcommand("list", "Changes, newest first");
    list->add_option("--router", options.ofRouter, "Only of this one, as the journal calls it")->type_name("NAME");
    list->callback([&options] { options.what = ChangeOptions::What::List; });
    CLI::App* show = numbered(*change, options, "show", "Every command of one change and what the router said", ChangeOptions::What::Show, false);
    for (CLI::App* command : {list, show}) {
        command->add_flag("--json", options.json, "JSON instead of text");
    }
    for (CLI::App* command : {numbered(*change, options, "keep", "Keep what is still pending", ChangeOptions::What::Keep, true),
                              numbered(*change, options, "rollback", "Take back what is still pending", ChangeOptions::What::RollBack, true)}) {
        command->add_flag("--json", options.json, "The outcome as one JSON object");
    }
    CLI::App* undo = numbered(*change, options, "undo", "Take a kept change back", ChangeOptions::What::Undo, true);
    addTerms(*undo, options.confirmSeconds, options.keep, options.yes, options.json, options.safeMode);
    return change;
}

} // namespace app::ctl
