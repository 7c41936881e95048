#include "app/ctl/predict_options.h"

#include "app/ctl/advise_options.h"

#include <CLI/CLI.hpp>
#include <map>
#include <utility>

namespace app::ctl {
namespace {

constexpr const char* kFooter = R"(
Runs the configuration with its traffic on a modelled board in virtual time, and once more with the change: throughput, round trips, load of
each core, paths and drops, as an interval with a score that says how far to trust it. Nothing is sent to any router. The same line gives the
same answer, which is kept under ~/.cache/pathscope.

TEST is a name of Flent's where the meaning is the same: tcp_download, tcp_upload, tcp_nup=20, tcp_ndown=8, tcp_bidirectional, rrul,
udp_nup=16, imix, ping … ; "up" leads from --from to --to.

Of a router the configuration is read, and ten seconds of its counters: the twin carries what the router carries (--traffic: tests instead), and the
board's costs are refined by what the router's processor does for its own traffic, which is said (--no-refine: not). Nothing is written to it.

Examples:
  pathscopectl predict site.rsc --traffic tcp_nup=20 --duration 60
  pathscopectl predict site.rsc --board RB760iGS --change fasttrack.rsc --json
  pathscopectl predict 192.168.88.1 --change fasttrack.rsc

Exit codes: 0 predicted, 2 wrong command line, a file that cannot be read, a board without costs, or traffic that is not known, 3 no router.)";

} // namespace

CLI::App* addPredictCommand(CLI::App& app, PredictOptions& options) {
    auto& request = options.request;
    CLI::App* predict = app.add_subcommand("predict", "What a configuration does on a board, and what a change would do");
    predict->footer(kFooter);
    CLI::Option* source = predict->add_option("FILE|HOST", options.file, "The export, or a router to ask");
    addRouterOptions(*predict, options.router, "The bundled agent on this lab instead");
    predict->get_option("--lab")->excludes(source);
    predict->add_option("--calibration", request.calibration, "Which of the board's costs, by name; by default its first")->type_name("NAME");
    predict->add_flag("!--no-refine", options.refine, "Of a router: take the board's costs as they are");
    predict->add_option("--board", request.board, "Model to run on; by default what the export says")->type_name("MODEL");
    predict->add_option("--change", options.changeFile, "Commands to try: both results are shown")->type_name("CHANGE.rsc");
    CLI::Option* tests = predict->add_option("--traffic", request.tests, "Tests to run at once; by default tcp_nup=8")->type_name("TEST");
    predict->add_option("--from", request.from, "Where the client is: LAN, WAN, an interface or a list")->type_name("NAME");
    predict->add_option("--to", request.to, "Where the server is")->type_name("NAME");
    predict->add_option("--duration", request.durationS, "Seconds that are measured")->type_name("SECONDS")->check(CLI::Range(1.0, 3600.0));
    predict->add_option("--warmup", request.warmupS, "Seconds before them")->type_name("SECONDS")->check(CLI::Range(0.0, 600.0));
    predict->add_option("--packet-size", request.packetSize, "Octets of the largest frame, with FCS")->type_name("OCTETS")->check(CLI::Range(64, 1518));
    predict->add_option("--rtt", request.rttMs, "Round trip of the path without the router, in ms")->type_name("MS")->check(CLI::Range(0.0, 2000.0));
    predict
        ->add_option_function<std::string>(
            "--rate",
            [&request](const std::string& text) {
                const auto rate = parseLineRate(text);
                if (!rate) {
                    throw CLI::ValidationError("'" + text + "' is no rate; give megabits per second, such as 1000, or 2.5G");
                }
                request.rateBps = rate->bps;
            },
            "What all senders of a test offer together; by default as much as goes")
        ->type_name("RATE");
    predict->add_option("--seed", request.seed, "Another course of chance")->type_name("N")->check(CLI::Range(1, 1'000'000'000));
    predict->add_option("--cache", options.cache, "Whether an answer given before may be given again")
        ->transform(CLI::CheckedTransformer(std::map<std::string, bool>{{"on", true}, {"off", false}}))
        ->type_name("on|off");
    predict->add_flag("--json", options.json, "JSON instead of text");
    predict->callback([&options, tests] {
        if (!options.file.empty() && !meansFile(options.file)) {
            options.router.host = std::exchange(options.file, {});
        }
        if (options.file.empty() && !options.router.given()) {
            throw CLI::RequiredError("predict: FILE, HOST or --lab NAME");
        }
        options.ownTraffic = tests->count() > 0;
    });
    return predict;
}

} // namespace app::ctl
