// What a page needs of a router, and nothing more: ui/shell fulfils it with core::workspace::Router, tests with a double.
// GUI thread; the tasks never block.
#pragma once

#include "core/workspace/fasttracked.h"
#include "core/workspace/qos.h"
#include "core/workspace/router.h"

namespace ui {

class ExplainSource;

class RouterSource : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    [[nodiscard]] virtual QString name() const = 0;
    [[nodiscard]] virtual core::workspace::Endpoint endpoint() const = 0;
    [[nodiscard]] virtual bool isLab() const = 0;
    [[nodiscard]] virtual QString labName() const = 0;
    [[nodiscard]] virtual const core::workspace::RouterState& state() const = 0;
    [[nodiscard]] virtual const std::deque<core::model::RateSample>& history() const = 0;
    [[nodiscard]] virtual const std::vector<core::workspace::Event>& events() const = 0;
    // Now, on the axis of the samples' and events' `at`.
    [[nodiscard]] virtual core::base::Nanos now() const = 0;

    virtual QCoro::Task<core::base::Result<core::model::Plan>> plan(core::workspace::Tuning tuning) = 0;
    // Worked out from its configuration, which is read first when there is none yet, or `afresh`.
    virtual QCoro::Task<core::base::Result<core::model::Plan>> planQos(core::workspace::QosRequest request, bool afresh) = 0;
    // Where packets leave it, read afresh.
    virtual QCoro::Task<core::base::Result<core::workspace::QosLinks>> qosLinks() = 0;
    virtual QCoro::Task<core::base::Result<core::model::ChangeRecord>> apply(core::model::Plan plan, core::workspace::ChangeTerms terms) = 0;
    // Connections that keep FastTrack whatever is changed. Takes a second.
    virtual QCoro::Task<core::base::Result<core::workspace::FastTracked>> fastTracked() = 0;
    // The change that is under way and how the last one ended.
    [[nodiscard]] virtual std::optional<core::workspace::PendingChange> pendingChange() const = 0;
    [[nodiscard]] virtual std::optional<core::workspace::ChangeEnd> lastChangeEnd() const = 0;
    virtual QCoro::Task<core::base::Result<core::model::ChangeOutcome>> keepChange() = 0;
    virtual QCoro::Task<core::base::Result<core::model::ChangeOutcome>> rollBackChange() = 0;
    // What the journal of changes calls it, and the way back of one of them.
    [[nodiscard]] virtual QString journalName() const = 0;
    virtual QCoro::Task<core::base::Result<core::model::Plan>> planUndo(qint64 number) = 0;
    virtual QCoro::Task<core::base::Result<void>> undo() = 0;
    [[nodiscard]] virtual bool canUndo() const = 0;
    [[nodiscard]] virtual QString undoTitle() const = 0;
    [[nodiscard]] virtual std::vector<std::string> undoLines() const = 0;
    [[nodiscard]] virtual std::optional<core::workspace::ChangeEffect> lastEffect() const = 0;
    virtual void reconnectNow() = 0;
    // Its configuration, explained; lives as long as this. Null: cannot be had.
    [[nodiscard]] virtual ExplainSource* explain() = 0;

Q_SIGNALS:
    void stateChanged();
    void sampleAdded();
    void eventAdded();
    void changeStateChanged();
};

} // namespace ui
