// pathscopectl experiment: measured, kept, shown. Exit codes are in --help.
//
// list --json: [{"id","created","title","router","board","runs"}]; show and run --json: {"judgement":…,"experiment":…} as docs/experiments.md has it.
#pragma once

#include "app/ctl/experiment_options.h"

namespace app::ctl {

// Needs a QCoreApplication.
int runExperiment(const ExperimentOptions& options);
// Its verb run, in experiment_run.cpp.
int measureRouter(const ExperimentOptions& options);
// Its verb rate, in experiment_rate.cpp.
int searchRate(const ExperimentOptions& options);

} // namespace app::ctl
