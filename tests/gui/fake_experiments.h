// An ExperimentSource whose every answer the test sets by hand.
#pragma once

#include "ui/pages/experiment_source.h"

#include <QPainter>

namespace testing {

class FakeExperiments : public ui::ExperimentSource {
    Q_OBJECT
public:
    core::workspace::ShelfState current;
    std::vector<ui::ExperimentTarget> routers;
    QString shown; // target
    double length = 900;
    std::vector<QStringList> opened;
    std::vector<ui::ExperimentWish> wishes;
    QStringList notes, removed, savedAs;
    core::workspace::ReportLook look;
    QString problem; // of saving
    QStringList pastAsked;
    core::base::Result<core::workspace::PathPast> past;
    int refreshes = 0, cancels = 0;
    mutable int drawn = 0;

    [[nodiscard]] const core::workspace::ShelfState& state() const override { return current; }
    [[nodiscard]] std::vector<ui::ExperimentTarget> targets() const override { return routers; }
    [[nodiscard]] QString currentTarget() const override { return shown; }
    void refresh() override { ++refreshes; }
    void open(const QStringList& ids) override {
        opened.push_back(ids);
        current.open = ids;
        core::report::Document page;
        page.title = "Add FastTrack on branch";
        current.page = ids.isEmpty() ? nullptr : std::make_shared<const core::report::Document>(page);
        Q_EMIT changed();
    }
    double draw(QPainter& painter, double width) const override {
        ++drawn;
        painter.fillRect(QRectF(0, 0, width, length), Qt::red);
        return length;
    }
    void addNote(const QString& id, const QString& text) override { notes << id + QLatin1Char(' ') + text; }
    void remove(const QString& id) override { removed << id; }
    void save(const QString& fileName, const core::workspace::ReportLook& how, std::function<void(const QString&)> done) override {
        savedAs << fileName;
        look = how;
        done(problem);
    }
    [[nodiscard]] QString loadProblem(const QString& loads) const override {
        return loads.contains(QStringLiteral("bad")) ? QStringLiteral("bad is no host") : QString();
    }
    void measure(const ui::ExperimentWish& wish) override { wishes.push_back(wish); }
    void cancel() override { ++cancels; }
    void loadPast(const QString& router, qint64 minutes, std::function<void(const core::base::Result<core::workspace::PathPast>&)> done) override {
        pastAsked << QStringLiteral("%1 %2").arg(router).arg(minutes);
        done(past);
    }

    void add(const char* id, const char* title, std::optional<core::model::ExperimentVerdict> verdict) {
        current.read = true;
        current.entries.push_back({id, 1'796'040'000'000, title, "branch", "RBD52G-5HacD2HnD", 4});
        if (verdict) {
            current.verdicts[id] = *verdict;
        }
    }
};

} // namespace testing
