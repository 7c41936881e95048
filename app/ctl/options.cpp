#include "app/ctl/options.h"

#include <CLI/CLI.hpp>

namespace app::ctl {

namespace {

constexpr const char* kFooter = R"(
Examples:
  pathscopectl watch --lab hap-ac2-gigabit
  pathscopectl watch 192.168.88.1 --user monitor --json --count 10
  pathscopectl watch 192.168.88.1 --via ssh --key ~/.ssh/id_ed25519

Password of a router: from the environment variable PATHSCOPE_PASSWORD, else the first line of --password-file, else asked for on the
terminal. It is never taken from the command line.

Exit codes: 0 done or interrupted, 1 internal error, 2 wrong command line or no password, 3 no router (not reachable, login
refused, or the lab could not be started).)";

} // namespace

ParseOutcome parseOptions(int argc, const char* const* argv) {
    CLI::App app{"Shows which packet path the traffic of a MikroTik router takes."};
    app.name("pathscopectl");
    app.set_version_flag("--version", std::string(PATHSCOPE_VERSION));
    app.footer(kFooter);
    app.require_subcommand(1);

    Options options;
    CLI::App* watch = app.add_subcommand("watch", "Every second: totals and the share of each path");
    watch->footer(kFooter);
    CLI::Option* host = watch->add_option("HOST", options.router.host, "Router to watch: name or address");
    addRouterOptions(*watch, options.router, "Watch the bundled agent on this lab instead (see: pathscopectl labs)");
    watch->get_option("--lab")->excludes(host);
    watch->add_flag("--json", options.json, "One JSON object a line instead of a table");
    watch->add_option("--count", options.count, "End after N samples; without it, watch until interrupted")
        ->type_name("N")
        ->check(CLI::Range(1, 1'000'000'000));
    CLI::App* labs = app.add_subcommand("labs", "List the labs there are");
    CLI::App* advise = addAdviseCommand(app, options.advise);
    CLI::App* apply = addApplyCommand(app, options.apply);
    CLI::App* board = addBoardCommand(app, options.board);
    CLI::App* change = addChangeCommand(app, options.change);
    CLI::App* check = addCheckCommand(app, options.check);
    CLI::App* config = addConfigCommand(app, options.config);
    CLI::App* doctor = addDoctorCommand(app, options.doctor);
    CLI::App* experiment = addExperimentCommand(app, options.experiment);
    CLI::App* fastTracked = addFastTrackedCommand(app, options.fastTracked);
    CLI::App* predict = addPredictCommand(app, options.predict);
    CLI::App* qos = addQosCommand(app, options.qos);
    CLI::App* fix = addFixCommand(app, options.fix);
    CLI::App* report = addReportCommand(app, options.report);
    CLI::App* sink = addSinkCommand(app, options.sink);
    CLI::App* trace = addTraceCommand(app, options.trace);

    try {
        app.parse(argc, argv);
        if (watch->parsed() && !options.router.given()) {
            throw CLI::RequiredError("watch: HOST or --lab NAME");
        }
        const bool asksRouter = change->parsed() && options.change.what != ChangeOptions::What::List && options.change.what != ChangeOptions::What::Show;
        if ((apply->parsed() && !options.apply.router.given()) || (asksRouter && !options.change.router.given())) {
            throw CLI::RequiredError("HOST or --lab NAME");
        }
    } catch (const CLI::ParseError& error) {
        const bool shown = app.exit(error) == 0; // help or version
        return {std::nullopt, shown ? kDone : kUsage};
    }
    options.command = advise->parsed()    ? Options::Command::Advise
                      : apply->parsed()   ? Options::Command::Apply
                      : board->parsed()   ? Options::Command::Board
                      : change->parsed()  ? Options::Command::Change
                      : check->parsed()   ? Options::Command::Check
                      : config->parsed()  ? Options::Command::Config
                      : doctor->parsed()  ? Options::Command::Doctor
                      : experiment->parsed() ? Options::Command::Experiment
                      : fastTracked->parsed() ? Options::Command::FastTracked
                      : predict->parsed() ? Options::Command::Predict
                      : qos->parsed()     ? Options::Command::Qos
                      : fix->parsed()     ? Options::Command::Fix
                      : report->parsed()  ? Options::Command::Report
                      : sink->parsed()    ? Options::Command::Sink
                      : trace->parsed()   ? Options::Command::Trace
                      : labs->parsed()    ? Options::Command::Labs
                                          : Options::Command::Watch;
    return {options, kDone};
}

} // namespace app::ctl
