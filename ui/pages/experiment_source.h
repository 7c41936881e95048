// What the Experiments page needs, and nothing more: ui/shell fulfils it with core::workspace::ExperimentShelf, tests with a double.
// GUI thread; nothing blocks.
#pragma once

#include "core/workspace/experiment_shelf.h"
#include "core/workspace/path_past.h"

class QPainter;

namespace ui {

// A router one can measure now.
struct ExperimentTarget {
    QString id, name;
    std::optional<bool> fastTrack; // whether it is on; absent: not known
    bool lab = false;              // has traffic of its own, and none from here
};

// What the dialog asks for.
struct ExperimentWish {
    QString target; // its id
    std::optional<core::workspace::Tuning> change; // absent: nothing is changed
    std::optional<qint64> kept; // instead: the kept change of this number in the journal
    QString runs; // "ABBA"
    core::experiment::RunLength length;
    core::model::Metric judge = core::model::Metric::Throughput;
    QString title, question;
    bool askTwin = false; // what the change will do, for the report
    QString loads; // what makes traffic beside what the router carries: "sink:10.0.0.9", several with spaces between; empty: nothing
};

class ExperimentSource : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    [[nodiscard]] virtual const core::workspace::ShelfState& state() const = 0;
    [[nodiscard]] virtual std::vector<ExperimentTarget> targets() const = 0;
    [[nodiscard]] virtual QString currentTarget() const = 0; // empty: none
    virtual void refresh() = 0;
    // Ids, or one bundle's file name.
    virtual void open(const QStringList& ids) = 0;
    // What is open, on a sheet this wide; answers how long it is.
    virtual double draw(QPainter& painter, double width) const = 0;
    virtual void addNote(const QString& id, const QString& text) = 0;
    virtual void remove(const QString& id) = 0;
    virtual void save(const QString& fileName, const core::workspace::ReportLook& look, std::function<void(const QString& problem)> done) = 0;
    // What is wrong with ExperimentWish::loads; empty: nothing.
    [[nodiscard]] virtual QString loadProblem(const QString& loads) const = 0;
    virtual void measure(const ExperimentWish& wish) = 0;
    virtual void cancel() = 0;
    // Of the router the journal calls so, empty: the one watched last; so many minutes back.
    virtual void loadPast(const QString& router, qint64 minutes, std::function<void(const core::base::Result<core::workspace::PathPast>&)> done) = 0;

Q_SIGNALS:
    void changed();
    void progressed();
    void measured(const QString& id);
};

} // namespace ui
