#include "ui/pages/twin_curves.h"

#include <QCoreApplication>
#include <algorithm>

namespace ui {
namespace {

using core::model::Rehearsed;
using core::model::RehearsedSecond;

QString tr(const char* text) {
    return QCoreApplication::translate("ui::TwinCurves", text);
}

std::vector<QPointF> latency(const Rehearsed& run) {
    std::vector<QPointF> out;
    for (const core::model::RttPoint& point : run.rttCurve) {
        if (out.empty()) {
            out.emplace_back(point.ms, 0);
        }
        out.emplace_back(point.ms, point.share * 100);
    }
    return out;
}

std::vector<QPointF> overTime(const Rehearsed& run, double (*of)(const RehearsedSecond&)) {
    std::vector<QPointF> out;
    for (const RehearsedSecond& second : run.series) {
        out.emplace_back(second.t, of(second));
    }
    return out;
}

double backlog(const RehearsedSecond& second) {
    return second.backlogBytes;
}

double busiestCore(const RehearsedSecond& second) {
    return second.cpuPercent.empty() ? 0 : *std::max_element(second.cpuPercent.begin(), second.cpuPercent.end());
}

std::vector<QPointF> pointsOf(const Rehearsed& run, TwinCurve which) {
    switch (which) {
    case TwinCurve::Latency: return latency(run);
    case TwinCurve::Backlog: return run.queues.empty() ? std::vector<QPointF>() : overTime(run, backlog);
    case TwinCurve::BusiestCore: return overTime(run, busiestCore);
    }
    return {};
}

} // namespace

TwinPicture twinPicture(const core::model::Prediction& prediction, TwinCurve which) {
    TwinPicture out;
    const CurveChart::Axis seconds{tr("seconds of the run"), QStringLiteral("s"), prediction.durationS};
    switch (which) {
    case TwinCurve::Latency:
        out.x = {tr("round trip (cumulative share of pings)"), QStringLiteral("ms"), 0};
        out.y = {{}, QStringLiteral("%"), 100};
        out.placeholder = tr("No ping came back.");
        break;
    case TwinCurve::Backlog:
        out.x = seconds;
        out.y = {{}, QStringLiteral("B"), 0};
        out.placeholder = tr("There are no queues in this configuration: nothing waits in one.");
        break;
    case TwinCurve::BusiestCore:
        out.x = seconds;
        out.y = {{}, QStringLiteral("%"), 100};
        out.placeholder = tr("No core was measured.");
        break;
    }
    using Ink = CurveChart::Ink;
    out.curves.push_back({tr("now"), prediction.change ? Ink::Before : Ink::Only, pointsOf(prediction.now.typical, which)});
    if (prediction.change) {
        out.curves.push_back({tr("with this change"), Ink::After, pointsOf(prediction.change->typical, which)});
    }
    std::erase_if(out.curves, [](const CurveChart::Curve& curve) { return curve.points.empty(); });
    return out;
}

} // namespace ui
