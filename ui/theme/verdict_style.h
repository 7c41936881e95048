// How verdicts are named and coloured: of the doctor (the five paths, and "no way" and "cannot be told" beside them), and of experiments.
#pragma once

#include "core/model/experiment.h"
#include "core/model/finding.h"

#include <QColor>
#include <QString>

namespace ui {

struct Palette;

// "Slow path", "Fast path, half of the way", "No way through", "Cannot be told".
[[nodiscard]] QString verdictName(const core::model::VerdictPath& path);
// For tables: "slow", "half fast", "none", "?".
[[nodiscard]] QString verdictShortName(const core::model::VerdictPath& path);
// Two letters, where a table has no room for more: "sw", "FT".
[[nodiscard]] QString verdictCode(const core::model::VerdictPath& path);
[[nodiscard]] QColor verdictColor(const Palette& palette, const core::model::VerdictPath& path);

// "certain", "depends", "not sure".
[[nodiscard]] QString certaintyText(core::model::Certainty certainty);
// "Critical", "Warning", "Advice", "Good".
[[nodiscard]] QString severityText(core::model::Severity severity);
// For edges.
[[nodiscard]] QColor severityColor(const Palette& palette, core::model::Severity severity);

// "Better", "Worse", "No difference", "Not enough data", "No verdict".
[[nodiscard]] QString verdictText(core::model::ExperimentVerdict verdict);
// For text and outlines.
[[nodiscard]] QColor verdictColor(const Palette& palette, core::model::ExperimentVerdict verdict);

} // namespace ui
