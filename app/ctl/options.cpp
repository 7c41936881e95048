#include "app/ctl/options.h"

#include <CLI/CLI.hpp>

namespace app::ctl {
namespace {

constexpr const char* kFooter = R"(
Examples:
  pathscopectl watch --lab hap-ac2-gigabit
  pathscopectl watch 192.168.88.1 --user monitor --json --count 10

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
    std::string host, lab, user = "admin";
    CLI::App* watch = app.add_subcommand("watch", "Every second: totals and the share of each path");
    watch->footer(kFooter);
    CLI::Option* hostOption = watch->add_option("HOST", host, "Router to watch: name or address");
    CLI::Option* labOption =
        watch->add_option("--lab", lab, "Watch the bundled agent on this lab instead (see: pathscopectl labs)")->type_name("NAME");
    labOption->excludes(hostOption);
    watch->add_option("--port", options.port, "Port of the API; 8728 by default, with --tls 8729")
        ->type_name("N")
        ->check(CLI::Range(1, 65535))
        ->excludes(labOption);
    watch->add_option("--user", user, "User to log in as")->type_name("NAME")->capture_default_str()->excludes(labOption);
    watch->add_option("--password-file", options.passwordFile, "File whose first line is the password")
        ->type_name("FILE")
        ->excludes(labOption);
    watch->add_flag("--tls", options.tls, "Speak TLS (api-ssl); a certificate that cannot be verified is accepted with a warning")
        ->excludes(labOption);
    watch->add_flag("--json", options.json, "One JSON object a line instead of a table");
    watch->add_option("--count", options.count, "End after N samples; without it, watch until interrupted")
        ->type_name("N")
        ->check(CLI::Range(1, 1'000'000'000));
    CLI::App* labs = app.add_subcommand("labs", "List the labs there are");

    try {
        app.parse(argc, argv);
        if (watch->parsed() && host.empty() && lab.empty()) {
            throw CLI::RequiredError("watch: HOST or --lab NAME");
        }
    } catch (const CLI::ParseError& error) {
        const bool shown = app.exit(error) == 0; // help or version
        return {std::nullopt, shown ? kDone : kUsage};
    }
    options.command = labs->parsed() ? Options::Command::Labs : Options::Command::Watch;
    options.host = QString::fromStdString(host);
    options.lab = QString::fromStdString(lab);
    options.user = QString::fromStdString(user);
    return {options, kDone};
}

} // namespace app::ctl
