#include "app/ctl/check_options.h"

#include <CLI/CLI.hpp>
#include <map>

namespace app::ctl {
namespace {

constexpr double kGateSeconds = 10; // a gate should not make people wait

constexpr const char* kFooter = R"(
An expectation is FROM->TO [PROTOCOL[/PORT]]: PATH [or better], with PATH one of switch, l3hw, fast-path, fasttrack, slow (fastest first). LAN and
WAN mean every interface of that role. In a file there is one a line; # starts a comment.

--min-throughput runs the configuration with traffic on the modelled board, as predict does, and holds the throughput it sees against FROM->TO: RATE.

Examples:
  pathscopectl check router.rsc --expect "LAN->WAN: fasttrack"
  pathscopectl check router.rsc --expect "vlan10->vlan20 udp/53: fast-path or better" --strict
  pathscopectl check router.rsc --expectations policy.txt --json
  pathscopectl check router.rsc --board RB760iGS --min-throughput "LAN->WAN: 900M"

Exit codes: 0 all are met, 1 some are not (each with the reason and the line to blame), 2 wrong command line, or a file that could
not be read.)";

} // namespace

CLI::App* addCheckCommand(CLI::App& app, CheckOptions& options) {
    CLI::App* check = app.add_subcommand("check", "Hold a configuration against expectations about its paths, for CI");
    check->footer(kFooter);
    check->add_option("FILE", options.file, "Configuration file")->required();
    check->add_option("--expect", options.expect, "An expectation; may be given more than once")
        ->type_name("TEXT")
        ->take_all()
        ->expected(1);
    check->add_option("--expectations", options.expectationsFile, "File of expectations")->type_name("FILE");
    check->add_option("--min-throughput", options.minThroughput, "What the twin must see: FROM->TO: RATE; may be given more than once")
        ->type_name("TEXT")
        ->take_all()
        ->expected(1);
    options.traffic.durationS = kGateSeconds;
    check->add_option("--traffic", options.traffic.tests, "For --min-throughput: tests to run, as in predict; by default tcp_nup=8")->type_name("TEST");
    check->add_option("--duration", options.traffic.durationS, "For --min-throughput: seconds that are measured, by default 10")
        ->type_name("SECONDS")
        ->check(CLI::Range(1.0, 3600.0));
    check->add_option("--seed", options.traffic.seed, "For --min-throughput: another course of chance")->type_name("N")->check(CLI::Range(1, 1'000'000'000));
    check->add_option("--cache", options.cache, "For --min-throughput: whether an answer given before may be given again")
        ->transform(CLI::CheckedTransformer(std::map<std::string, bool>{{"on", true}, {"off", false}}))
        ->type_name("on|off");
    check->add_option("--board", options.board, "Model, where the file does not name it")->type_name("MODEL");
    check->add_flag("--strict", options.strict, "What depends on something the file does not show, or may be less by the twin's own interval, is not met");
    check->add_flag("--json", options.json, "JSON instead of text");
    check->callback([&options] {
        if (options.expect.empty() && options.expectationsFile.empty() && options.minThroughput.empty()) {
            throw CLI::RequiredError("check: --expect TEXT, --expectations FILE or --min-throughput TEXT");
        }
    });
    return check;
}

} // namespace app::ctl
