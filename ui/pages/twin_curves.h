// The curves of a prediction as the chart wants them. Pure.
#pragma once

#include "core/model/prediction.h"
#include "ui/charts/curve_chart.h"

namespace ui {

enum class TwinCurve { Latency, Backlog, BusiestCore };

struct TwinPicture {
    CurveChart::Axis x, y;
    std::vector<CurveChart::Curve> curves; // of now, and of the change where there is one; empty points: nothing of that was seen
    QString placeholder;
};
[[nodiscard]] TwinPicture twinPicture(const core::model::Prediction& prediction, TwinCurve which);

} // namespace ui
