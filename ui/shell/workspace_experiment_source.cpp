#include "ui/shell/workspace_experiment_source.h"

#include "core/workspace/loads.h"
#include "core/workspace/report_sheet.h"

#include <QPainter>

namespace ui {

using core::workspace::ExperimentRequest;
using core::workspace::ExperimentShelf;
using core::workspace::LinkState;
using core::workspace::Router;

namespace {

core::experiment::Schedule scheduleOf(const QString& runs) {
    core::experiment::Schedule out;
    for (const QChar letter : runs) {
        out.push_back(letter == u'A' ? core::model::Side::Before : core::model::Side::After);
    }
    return out;
}

} // namespace

WorkspaceExperimentSource::WorkspaceExperimentSource(core::workspace::Workspace& workspace, std::function<QString()> current, QObject* parent)
    : ExperimentSource(parent)
    , workspace_(workspace)
    , shelf_(workspace.experiments())
    , current_(std::move(current)) {
    connect(&shelf_, &ExperimentShelf::changed, this, &ExperimentSource::changed);
    connect(&shelf_, &ExperimentShelf::progressed, this, &ExperimentSource::progressed);
    connect(&shelf_, &ExperimentShelf::measured, this, &ExperimentSource::measured);
}

const core::workspace::ShelfState& WorkspaceExperimentSource::state() const {
    return shelf_.state();
}

std::vector<ExperimentTarget> WorkspaceExperimentSource::targets() const {
    std::vector<ExperimentTarget> out;
    for (const Router* router : workspace_.routers()) {
        if (router->state().link == LinkState::Online) {
            out.push_back({router->id(), router->isLab() ? tr("%1 (lab %2)").arg(router->name(), router->labName()) : router->name(),
                           router->state().fastTrackActive, router->isLab()});
        }
    }
    return out;
}

void WorkspaceExperimentSource::refresh() {
    shelf_.refresh();
}

void WorkspaceExperimentSource::open(const QStringList& ids) {
    shelf_.open(ids);
}

double WorkspaceExperimentSource::draw(QPainter& painter, double width) const {
    const auto page = state().page;
    return page ? core::workspace::drawSheet(*page, painter, width) : 0;
}

void WorkspaceExperimentSource::addNote(const QString& id, const QString& text) {
    shelf_.addNote(id, text);
}

void WorkspaceExperimentSource::remove(const QString& id) {
    shelf_.remove(id);
}

void WorkspaceExperimentSource::save(const QString& fileName, const core::workspace::ReportLook& look, std::function<void(const QString& problem)> done) {
    shelf_.save(fileName, look, std::move(done));
}

QString WorkspaceExperimentSource::loadProblem(const QString& loads) const {
    for (const QString& each : loads.split(u' ', Qt::SkipEmptyParts)) {
        if (const auto load = core::workspace::parseLoad(each.toStdString()); !load) {
            return QString::fromStdString(load.error().describe());
        }
    }
    return {};
}

void WorkspaceExperimentSource::measure(const ExperimentWish& wish) {
    ExperimentRequest request;
    request.title = wish.title.toStdString();
    request.question = wish.question.toStdString();
    if (wish.change) {
        request.change = *wish.change;
    } else if (wish.kept) {
        request.change = core::workspace::KeptChange{*wish.kept};
    }
    for (const QString& each : wish.loads.split(u' ', Qt::SkipEmptyParts)) {
        if (const auto load = core::workspace::parseLoad(each.toStdString())) {
            request.loads.push_back(*load);
        }
    }
    request.askTwin = wish.askTwin;
    request.schedule = scheduleOf(wish.runs);
    request.length = wish.length;
    request.primary = wish.judge;
    for (Router* router : workspace_.routers()) {
        if (router->id() == wish.target) {
            shelf_.measure(*router, std::move(request));
            return;
        }
    }
}

void WorkspaceExperimentSource::loadPast(const QString& router, qint64 minutes,
                                         std::function<void(const core::base::Result<core::workspace::PathPast>&)> done) {
    core::workspace::loadPathPast(router, minutes, this, std::move(done));
}

void WorkspaceExperimentSource::cancel() {
    shelf_.cancel();
}

} // namespace ui
