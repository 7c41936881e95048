// Command line of pathscopectl.
#pragma once

#include "app/ctl/advise_options.h"
#include "app/ctl/apply_options.h"
#include "app/ctl/board.h"
#include "app/ctl/check_options.h"
#include "app/ctl/config_options.h"
#include "app/ctl/doctor_options.h"
#include "app/ctl/experiment_options.h"
#include "app/ctl/fasttracked.h"
#include "app/ctl/fix_options.h"
#include "app/ctl/predict_options.h"
#include "app/ctl/qos_options.h"
#include "app/ctl/report_options.h"
#include "app/ctl/router_options.h"
#include "app/ctl/sink.h"
#include "app/ctl/trace_options.h"

#include <optional>
#include <string>

namespace app::ctl {

// What the program ends with; also in --help.
enum ExitCode {
    kDone = 0, // including an interruption by SIGINT or SIGTERM
    kInternal = 1, // of config: differences or errors were found
    kUsage = 2,    // the command line, or no password
    kNoRouter = 3, // could not connect, log in or start the lab; or the router was closed for good while being watched
};

struct Options {
    enum class Command { Watch, Labs, Advise, Apply, Board, Change, Check, Config, Doctor, Experiment, FastTracked, Fix, Predict, Qos, Report, Sink, Trace } command = Command::Watch;
    AdviseOptions advise;
    ApplyOptions apply;
    BoardOptions board;
    ChangeOptions change;
    CheckOptions check;
    ConfigOptions config;
    DoctorOptions doctor;
    ExperimentOptions experiment;
    FastTrackedOptions fastTracked;
    FixOptions fix;
    PredictOptions predict;
    QosOptions qos;
    ReportOptions report;
    SinkOptions sink;
    TraceOptions trace;
    RouterOptions router; // of watch
    bool json = false;
    int count = 0; // 0: until interrupted
};

struct ParseOutcome {
    std::optional<Options> options;
    int exitCode = kDone; // when there are no options: help or version was shown, or the line is wrong
};

// Prints help, version and complaints itself.
ParseOutcome parseOptions(int argc, const char* const* argv);

} // namespace app::ctl
