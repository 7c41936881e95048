// Figures of an experiment in words, the same on every page of it. Pure; no locale.
#pragma once

#include "core/model/experiment.h"

#include <string>

namespace core::report {

// "Throughput", "Ping, 95 of 100", …
[[nodiscard]] std::string metricName(core::model::Metric metric);
// "560 Mb/s", "13.1 ms", "92 %", "99.2 %".
[[nodiscard]] std::string valueText(core::model::Metric metric, double value);
// "+64 %", "−8 pt".
[[nodiscard]] std::string differenceText(core::model::Metric metric, double difference);
// "+61 … +66 %".
[[nodiscard]] std::string intervalText(core::model::Metric metric, double low, double high);
// "64 %" or "8 pt": without a sign.
[[nodiscard]] std::string sizeText(core::model::Metric metric, double difference);
[[nodiscard]] std::string verdictName(core::model::ExperimentVerdict verdict);
// "30 Nov 2026", of UTC.
[[nodiscard]] std::string dateText(std::int64_t ms);
// Without characters that do not print or that turn the direction of writing: such are U+FFFD.
[[nodiscard]] std::string visible(const std::string& text);

} // namespace core::report
