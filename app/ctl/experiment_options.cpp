#include "app/ctl/experiment_options.h"

#include "app/ctl/advise_options.h"

#include <CLI/CLI.hpp>
#include <map>

namespace app::ctl {
namespace {

using core::model::Metric;
using core::workspace::Tuning;

constexpr const char* kRunFooter = R"(
Measures a router without and with a change: throughput by path, processor and, on a lab, pings, every second by the router's own counters.
The change is made and taken back between the runs, and is taken back at the end: A is before, B is after. Runs that come back to A (ABBA)
keep the line's own ups and downs out of the answer; AB cannot, and says so. Without a change, or when you make it yourself, measure one side,
change, and add the other:

  pathscopectl experiment run 192.168.88.1 --runs AA
  pathscopectl experiment run 192.168.88.1 --runs BB --continue last

Each run is kept as it ends; Ctrl-C takes the change back and keeps the runs that ended. Traffic is whatever the router carries; of a lab,
the lab's own. --load makes more of it, through the router, to a computer on its other side: with `pathscopectl sink` running there, or with
iperf3, irtt or flent here and their servers there. RouterOS's own bandwidth-test is not used: it measures the router that makes it.

Examples:
  pathscopectl experiment run --lab hap-ac2-gigabit --change add-fasttrack --seconds 20
  pathscopectl experiment run 192.168.88.1 --plan plan.json --runs ABBAABBA
  pathscopectl experiment run 192.168.88.1 --change queues-interface --load sink:10.0.0.9 --direction both --judge ping-p95

Exit codes: 0 better or no difference, 1 internal error or the database cannot be written, 2 wrong command line or nothing to change, 3 no router,
or it was lost on the way, 4 worse, 5 no verdict: not enough data, or the runs cannot be compared, 130 interrupted.)";

constexpr const char* kRateFooter = R"(
Rehearses the configuration on its board in virtual time, once idle and at most seven times under load, each time with another max-limit of the
queue, and answers the highest rate at which 95 of 100 pings take no more than --ms longer than idle. Nothing is sent to any router.

Example:
  pathscopectl experiment rate site.rsc --queue upload --high 1G --ms 3 --traffic tcp_nup=20

Exit codes: 0 found, 2 wrong command line, a file, queue, board or traffic that is not known, 5 no rate in the range keeps pings short, 130 interrupted.)";

constexpr const char* kFooter = R"(
EXPERIMENT is an id or its first letters, "last", or a bundle NAME.pathscope.

Exit codes: 0 done, 1 the database cannot be read or written, 2 wrong command line or no such experiment. Of run: see "experiment run --help".)";

void addRateOption(CLI::App& command, const char* name, double& bps, const char* help) {
    command
        .add_option_function<std::string>(
            name,
            [&bps, name](const std::string& text) {
                const auto rate = parseLineRate(text);
                if (!rate) {
                    throw CLI::ValidationError(name, "'" + text + "' is no rate; give megabits per second, such as 100, or 1G");
                }
                bps = rate->bps;
            },
            help)
        ->type_name("RATE");
}

void addLoad(CLI::App& run, ExperimentOptions& options) {
    run.add_option("--load", options.loads, "Traffic to make beside what the router carries: sink:HOST, iperf3:HOST, irtt:HOST or flent:HOST, each with :PORT if need be; also several")
        ->type_name("TOOL:HOST");
    static const std::map<std::string, core::workspace::Direction> directions{
        {"down", core::workspace::Direction::Down}, {"up", core::workspace::Direction::Up}, {"both", core::workspace::Direction::Both}};
    run.add_option("--direction", options.load.direction, "Of --load, seen from here: down (by default) comes from HOST")->transform(CLI::CheckedTransformer(directions))->type_name("down|up|both");
    run.add_option("--flows", options.load.flows, "Of --load: TCP connections each way")->type_name("N")->check(CLI::Range(0, core::workspace::kMostFlows))->capture_default_str();
    addRateOption(run, "--udp", options.load.udpBps, "Of --load: UDP at this rate each way; beside the TCP of sink, in place of iperf3's");
    run.add_option_function<std::string>("--test", [&options](const std::string& name) { options.load.test = QString::fromStdString(name); }, "Of --load flent: its test, by default rrul")
        ->type_name("NAME")
        ->check(CLI::Validator([](const std::string& name) { return name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == std::string::npos ? "" : "no name of a test of Flent"; }, ""));
}

void addRun(CLI::App& experiment, ExperimentOptions& options) {
    auto& request = options.request;
    CLI::App* run = experiment.add_subcommand("run", "Measure a router, without and with a change");
    run->footer(kRunFooter);
    CLI::Option* host = run->add_option("HOST", options.router.host, "Router to measure: name or address");
    addRouterOptions(*run, options.router, "Measure the bundled agent on this lab instead (see: pathscopectl labs)");
    run->get_option("--lab")->excludes(host);
    static const std::map<std::string, Tuning> changes{{"add-fasttrack", Tuning::AddFastTrack},
                                                       {"remove-fasttrack", Tuning::RemoveFastTrack},
                                                       {"queues-interface", Tuning::QueuesOnInterfaces},
                                                       {"queues-global", Tuning::QueuesOnGlobal},
                                                       {"remove-queues", Tuning::RemoveQueues}};
    CLI::Option* change = run->add_option_function<std::string>(
                                 "--change", [&options](const std::string& name) { options.request.change = changes.at(name); }, "What to change")
                              ->check(CLI::IsMember(changes))
                              ->type_name("NAME");
    run->add_option("--plan", options.planFile, "What to change: a plan as JSON")->type_name("PLAN.json")->excludes(change);
    run->add_option_function<std::string>(
           "--runs",
           [&request](const std::string& letters) {
               auto schedule = core::experiment::parseSchedule(letters);
               if (!schedule) {
                   throw CLI::ValidationError("--runs", schedule.error().text);
               }
               request.schedule = std::move(*schedule);
           },
           "Order of the runs; by default ABBA with a change, AA without")
        ->type_name("ABBA");
    addLoad(*run, options);
    run->add_option("--seconds", request.length.seconds, "Judged length of a run")->type_name("N")->check(CLI::Range(1, 86400))->capture_default_str();
    run->add_option("--warmup", request.length.warmupS, "Seconds before them that are not judged")->type_name("N")->check(CLI::Range(0, 3600))->capture_default_str();
    std::map<std::string, Metric> metrics;
    for (const Metric metric : core::model::kAllMetrics) {
        metrics.emplace(core::model::metricId(metric), metric);
    }
    run->add_option("--judge", request.primary, "What the verdict is about; by default throughput")->transform(CLI::CheckedTransformer(metrics))->type_name("METRIC");
    run->add_option("--continue", request.continues, "Add the runs to this experiment")->type_name("EXPERIMENT");
    run->add_option("--title", request.title, "What the experiment is called")->type_name("TEXT");
    run->add_option("--question", request.question, "What it should answer")->type_name("TEXT");
    run->add_flag("--ask-twin", request.askTwin, "Ask the twin first what the change will do: its answer stands in the report");
    run->add_flag("--json", options.json, "JSON instead of text");
    run->callback([&options] {
        options.verb = ExperimentOptions::Verb::Run;
        auto& schedule = options.request.schedule;
        const bool withChange = !options.planFile.empty() || options.request.change.index() != 0;
        if (!options.router.given()) {
            throw CLI::RequiredError("experiment run: HOST or --lab NAME");
        }
        for (const std::string& text : options.loads) {
            auto load = core::workspace::parseLoad(text);
            if (!load) {
                throw CLI::ValidationError("--load", load.error().text);
            }
            load->direction = options.load.direction;
            load->flows = options.load.flows;
            load->udpBps = options.load.udpBps;
            load->test = options.load.test;
            options.request.loads.push_back(std::move(*load));
        }
        if (schedule.empty()) {
            schedule = *core::experiment::parseSchedule(withChange ? "ABBA" : "AA");
        }
        const bool both = core::experiment::scheduleText(schedule).find_first_not_of(core::experiment::scheduleText(schedule)[0]) != std::string::npos;
        if (both && !withChange) {
            throw CLI::ValidationError("--runs", "Runs of both sides need --change or --plan. Without one, measure one side at a time and use --continue.");
        }
    });
}

void addRate(CLI::App& experiment, ExperimentOptions& options) {
    auto& search = options.search;
    CLI::App* rate = experiment.add_subcommand("rate", "The highest rate of a queue that keeps pings short");
    rate->footer(kRateFooter);
    rate->add_option("FILE", options.configFile, "The export")->type_name("FILE.rsc")->required();
    rate->add_option("--queue", search.queue, "Queue whose max-limit is varied; by default the only one")->type_name("NAME");
    rate->add_option("--ms", search.limits.addedMs, "How much longer 95 of 100 pings may take under load")->type_name("MS")->check(CLI::Range(0.01, 10000.0))->capture_default_str();
    addRateOption(*rate, "--high", search.limits.highBps, "The highest rate to try: of the line");
    rate->get_option("--high")->required();
    addRateOption(*rate, "--low", search.limits.lowBps, "The lowest; by default a twentieth of the highest");
    auto& request = search.request;
    rate->add_option("--board", request.board, "Model to run on; by default what the export says")->type_name("MODEL");
    rate->add_option("--traffic", request.tests, "Tests that load the line; by default tcp_nup=8")->type_name("TEST");
    rate->add_option("--from", request.from, "Where the client is: LAN, WAN, an interface or a list")->type_name("NAME");
    rate->add_option("--to", request.to, "Where the server is")->type_name("NAME");
    rate->add_option("--duration", request.durationS, "Seconds of each run that are measured")->type_name("SECONDS")->check(CLI::Range(1.0, 3600.0));
    rate->add_option("--rtt", request.rttMs, "Round trip of the path without the router, in ms")->type_name("MS")->check(CLI::Range(0.0, 2000.0));
    rate->add_flag("--json", options.json, "JSON instead of text");
    search.request.durationS = 10;
    rate->callback([&options] { options.verb = ExperimentOptions::Verb::Rate; });
}

CLI::App* addVerb(CLI::App& experiment, ExperimentOptions& options, const char* name, const char* help, ExperimentOptions::Verb verb) {
    CLI::App* command = experiment.add_subcommand(name, help);
    command->footer(kFooter);
    command->callback([&options, verb] { options.verb = verb; });
    return command;
}

} // namespace

CLI::App* addExperimentCommand(CLI::App& app, ExperimentOptions& options) {
    using Verb = ExperimentOptions::Verb;
    CLI::App* experiment = app.add_subcommand("experiment", "Measure what a change does, and keep the evidence");
    experiment->footer(kFooter);
    experiment->require_subcommand(1);
    addRun(*experiment, options);
    addRate(*experiment, options);
    CLI::App* compare = addVerb(*experiment, options, "compare", "Experiments beside each other", Verb::Compare);
    compare->add_option("EXPERIMENT", options.ids)->required()->expected(2, 20);
    compare->add_flag("--json", options.json, "JSON instead of text");
    addVerb(*experiment, options, "list", "What was measured, newest first", Verb::List)->add_flag("--json", options.json, "JSON instead of text");
    CLI::App* show = addVerb(*experiment, options, "show", "One experiment as text", Verb::Show);
    show->add_option("EXPERIMENT", options.id)->required();
    show->add_flag("--json", options.json, "JSON instead of text");
    CLI::App* note = addVerb(*experiment, options, "note", "Put a note to an experiment", Verb::Note);
    note->add_option("EXPERIMENT", options.id)->required();
    note->add_option("TEXT", options.note)->required();
    addVerb(*experiment, options, "remove", "Forget an experiment", Verb::Remove)->add_option("EXPERIMENT", options.id)->required();
    return experiment;
}

} // namespace app::ctl
