// The workspace's experiments as the Experiments page sees them. GUI thread.
#pragma once

#include "core/workspace/workspace.h"
#include "ui/pages/experiment_source.h"

#include <functional>

namespace ui {

class WorkspaceExperimentSource final : public ExperimentSource {
    Q_OBJECT
public:
    // The workspace outlives it. `current`: id of the router shown; empty: none.
    WorkspaceExperimentSource(core::workspace::Workspace& workspace, std::function<QString()> current, QObject* parent = nullptr);

    [[nodiscard]] const core::workspace::ShelfState& state() const override;
    [[nodiscard]] std::vector<ExperimentTarget> targets() const override;
    [[nodiscard]] QString currentTarget() const override { return current_(); }
    void refresh() override;
    void open(const QStringList& ids) override;
    double draw(QPainter& painter, double width) const override;
    void addNote(const QString& id, const QString& text) override;
    void remove(const QString& id) override;
    void save(const QString& fileName, const core::workspace::ReportLook& look, std::function<void(const QString& problem)> done) override;
    [[nodiscard]] QString loadProblem(const QString& loads) const override;
    void measure(const ExperimentWish& wish) override;
    void cancel() override;
    void loadPast(const QString& router, qint64 minutes, std::function<void(const core::base::Result<core::workspace::PathPast>&)> done) override;

private:
    core::workspace::Workspace& workspace_;
    core::workspace::ExperimentShelf& shelf_;
    std::function<QString()> current_;
};

} // namespace ui
