#include "ui/theme/verdict_style.h"

#include "ui/theme/palette.h"
#include "ui/theme/path_style.h"

#include <QCoreApplication>

namespace ui {
namespace {

using core::model::Certainty;
using core::model::PathKind;
using core::model::Severity;
using core::model::VerdictPath;

QString tr(const char* text) {
    return QCoreApplication::translate("ui::verdicts", text);
}

} // namespace

QString verdictName(const VerdictPath& path) {
    if (!path.kind) {
        return path.detail == "none" ? tr("No way through") : tr("Cannot be told");
    }
    if (*path.kind == PathKind::FastPath) {
        return path.detail == "half-fp"               ? tr("Fast path, half of the way")
               : path.detail == "bridge-fp"           ? tr("Fast path of the bridge")
               : path.detail == "bridge-fast-forward" ? tr("Fast forward of the bridge")
                                                      : tr("Fast path");
    }
    return *path.kind == PathKind::L3Hw && path.detail == "l3hw-ft" ? tr("L3 hardware, FastTracked") : pathName(*path.kind);
}

QString verdictShortName(const VerdictPath& path) {
    if (!path.kind) {
        return path.detail == "none" ? tr("none") : tr("?");
    }
    return path.detail == "half-fp" ? tr("half fast") : pathShortName(*path.kind);
}

QString verdictCode(const VerdictPath& path) {
    if (!path.kind) {
        return path.detail == "none" ? QStringLiteral("–") : QStringLiteral("?");
    }
    switch (*path.kind) {
    case PathKind::Switch:
        return tr("sw");
    case PathKind::L3Hw:
        return tr("L3");
    case PathKind::FastPath:
        return tr("fp");
    case PathKind::FastTrack:
        return tr("FT");
    case PathKind::Slow:
        break;
    }
    return tr("sl");
}

QColor verdictColor(const Palette& palette, const VerdictPath& path) {
    return path.kind ? pathColor(palette, *path.kind) : palette.faint;
}

QString certaintyText(Certainty certainty) {
    return certainty == Certainty::Certain ? tr("certain") : certainty == Certainty::Depends ? tr("depends") : tr("not sure");
}

QString severityText(Severity severity) {
    switch (severity) {
    case Severity::Critical:
        return tr("Critical");
    case Severity::Warning:
        return tr("Warning");
    case Severity::Advice:
        return tr("Advice");
    case Severity::Healthy:
        return tr("Good");
    }
    return {};
}

QColor severityColor(const Palette& palette, Severity severity) {
    switch (severity) {
    case Severity::Critical:
        return palette.badFill;
    case Severity::Warning:
        return palette.warnFill;
    case Severity::Advice:
        return palette.accent;
    case Severity::Healthy:
        return palette.okFill;
    }
    return palette.border;
}

QString verdictText(core::model::ExperimentVerdict verdict) {
    using core::model::ExperimentVerdict;
    switch (verdict) {
    case ExperimentVerdict::Better:
        return tr("Better");
    case ExperimentVerdict::Worse:
        return tr("Worse");
    case ExperimentVerdict::NoDifference:
        return tr("No difference");
    case ExperimentVerdict::NotEnoughData:
        return tr("Not enough data");
    case ExperimentVerdict::Refused:
        break;
    }
    return tr("No verdict");
}

QColor verdictColor(const Palette& palette, core::model::ExperimentVerdict verdict) {
    using core::model::ExperimentVerdict;
    return verdict == ExperimentVerdict::Better         ? palette.ok
           : verdict == ExperimentVerdict::Worse        ? palette.bad
           : verdict == ExperimentVerdict::NoDifference ? palette.dim
                                                        : palette.warn;
}

} // namespace ui
