// An experiment for other programs. Pure; the same experiment gives the same text.
#pragma once

#include "core/base/result.h"
#include "core/report/report.h"

#include <string>

namespace core::report {

// One line a second: run, side, t_s, judged, throughput_bps, a column for each path, busiest_core_percent, pings, ping_median_ms. RFC 4180.
[[nodiscard]] std::string toCsv(const core::model::Experiment& experiment);

// {"judgement":{…},"experiment":{…}}: what readExperiment() of core/store reads, with the verdict before it.
[[nodiscard]] std::string toJson(const Evidence& evidence);

// Flent's data format, version 4, as gzip: one side of the experiment, its runs one after the other. Series "TCP download" (all that came in on
// the router, Mbit/s), "Ping (ms) ICMP", and ros_<router>::fp_ratio, ::cpu_busiest.
[[nodiscard]] std::string toFlent(const core::model::Experiment& experiment, core::model::Side side);

// A run somebody else measured. Flent's data format (plain or gzip, versions 3 and 4), or iperf3's JSON; which of them is seen from the text.
// InvalidInput says what is missing.
[[nodiscard]] core::base::Result<core::model::ExperimentRun> readRun(const std::string& bytes);

} // namespace core::report
