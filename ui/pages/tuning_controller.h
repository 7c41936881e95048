// Walks one tuning from the click to the router: plan, show, apply; and Undo. One at a time.
//
//   controller.setSource(source);
//   controller.start(core::workspace::Tuning::AddFastTrack);
//
// Opens the ChangeDialog itself; everything else it has to say goes out as a signal. GUI thread.
#pragma once

#include "ui/pages/router_source.h"
#include "ui/widgets/tone.h"

#include <QPointer>

class QWidget;

namespace ui {

class TuningController : public QObject {
    Q_OBJECT
public:
    explicit TuningController(QWidget* dialogParent);

    void setSource(RouterSource* source);
    void start(core::workspace::Tuning tuning);
    void undo();
    // The word the pending change waits for.
    void keep();
    void rollBack();
    // Shows a plan that was worked out elsewhere, and sends it if the user says so.
    void offer(const core::model::Plan& plan);
    // Sends a plan the user saw and said so.
    void apply(const core::model::Plan& plan, const core::workspace::ChangeTerms& terms);
    [[nodiscard]] bool busy() const { return busy_; }

Q_SIGNALS:
    void busyChanged(bool busy);
    // Something the user should read; in words, with the remedy.
    void notice(ui::Tone tone, const QString& title, const QString& text);
    void tryRequested(const core::model::Plan& plan); // on the twin, before anything is sent
    void sent(); // a change or an undo reached the router

private:
    void setBusy(bool busy);
    void show(const core::model::Plan& plan);
    void send(const core::model::Plan& plan, const core::workspace::ChangeTerms& terms, RouterSource* source);

    QWidget* dialogParent_;
    QPointer<RouterSource> source_;
    bool busy_ = false;
};

} // namespace ui
