// pathscopectl predict: the twin without a screen.
#pragma once

#include "app/ctl/predict_options.h"

namespace app::ctl {

// Exit status: 0 predicted, 2 not. As JSON:
//
//   {"board","seed","duration_s","now":R,"change":R,"fidelity":{"score","why":[…]}}       change only when one was given
//   R = {"throughput_bps":{"median","low","high"},"rtt_ms":{"p50","p95","p99","max"},"cpu_percent":[…],"paths":{…},"drops":{…}}
//
// Needs a QCoreApplication. Progress goes to a terminal's standard error; SIGINT and SIGTERM end it with 130.
int runPredict(const PredictOptions& options);

} // namespace app::ctl
