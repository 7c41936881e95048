#include "core/workspace/experiment_facts.h"

#include "core/change/applied_change.h"
#include "core/routeros/config/export.h"

#include <QCryptographicHash>
#include <QDateTime>
#include <QUuid>
#include <cmath>

namespace core::workspace {

using core::model::Experiment;

namespace {

std::string changeName(const ExperimentChange& change) {
    if (const auto* plan = std::get_if<core::model::Plan>(&change)) {
        return plan->title;
    }
    if (const auto* tuning = std::get_if<Tuning>(&change)) {
        switch (*tuning) {
        case Tuning::AddFastTrack:
            return "Add FastTrack";
        case Tuning::RemoveFastTrack:
            return "Remove FastTrack";
        case Tuning::QueuesOnInterfaces:
            return "Queues on WAN and bridge";
        case Tuning::QueuesOnGlobal:
            return "Queues on global";
        case Tuning::RemoveQueues:
            return "Remove queues";
        }
    }
    return "What it carries";
}

std::vector<std::string> commandLines(const core::model::Plan& plan) {
    std::vector<std::string> lines;
    for (const core::model::PlanStep& step : plan.steps) {
        lines.push_back(step.commandLine);
    }
    return lines;
}

void describePlan(Experiment& experiment, const core::model::Plan& plan) {
    experiment.planId = plan.id;
    experiment.change = commandLines(plan);
    experiment.predicted.clear();
    if (plan.throughputThenBps) {
        experiment.predicted.push_back(
            {core::model::Metric::Throughput, plan.throughputThenBps->median, plan.throughputThenBps->low, plan.throughputThenBps->high});
    }
}

std::string seconds(double value) {
    return std::to_string(std::lround(value)) + " s";
}

std::string methodOf(const ExperimentRequest& request, const std::string& scenario) {
    std::string traffic =
        scenario.empty() ? "Traffic was what the router carried anyway" : "Traffic was the lab's own, \"" + scenario + "\", simulated, with its pings";
    for (const core::load::LoadRequest& load : request.loads) {
        traffic += "; beside it " + core::load::loadText(load);
    }
    return traffic + ". Runs of " + seconds(request.length.seconds) + ", after " + seconds(request.length.warmupS) + " that are not judged.";
}

} // namespace

std::int64_t nowMs() {
    return QDateTime::currentMSecsSinceEpoch();
}

Experiment newExperiment(const Router& router, const ExperimentRequest& request, const std::string& scenario, const std::optional<core::model::Plan>& kept) {
    const RouterIdentity& identity = router.state().identity;
    Experiment e;
    e.id = QUuid::createUuid().toString(QUuid::Id128).left(12).toStdString();
    e.createdMs = nowMs();
    e.router = router.name().toStdString();
    e.board = identity.board.toStdString();
    e.version = identity.version.toStdString();
    e.title = !request.title.empty() ? request.title : (kept ? kept->title : changeName(request.change)) + " on " + e.router;
    e.question = request.question;
    e.primary = request.primary;
    e.arrangement = core::experiment::arrangementOf(request.schedule);
    e.method = methodOf(request, scenario);
    if (kept) {
        describePlan(e, *kept);
    }
    return e;
}

void describeChange(Experiment& experiment, const core::model::ChangeRecord& record) {
    describePlan(experiment, record.plan);
    experiment.inverse = core::change::undoLines({record, std::vector<std::string>(record.inverses.size())});
}

void describeWayBack(Experiment& experiment, const core::model::ChangeRecord& record) {
    experiment.inverse = commandLines(record.plan);
}

std::string configHash(const core::routeros::config::ConfigTree& tree) {
    core::routeros::config::ConfigTree own = tree;
    for (const char* menu : {"/system/scheduler", "/system/script"}) {
        own.table(menu).clear(); // the way back of a change waits there while it is made
    }
    const std::string text = core::routeros::config::exportConfig(own, {});
    return QCryptographicHash::hash(QByteArray::fromStdString(text), QCryptographicHash::Sha256).toHex().toStdString();
}

} // namespace core::workspace
