#include "ui/pages/tuning_controller.h"

#include "ui/pages/change_dialog.h"

namespace ui {
namespace {

using core::base::Result;
using core::model::ChangeRecord;
using core::model::Plan;

QString text(const std::string& utf8) {
    return QString::fromStdString(utf8);
}

} // namespace

TuningController::TuningController(QWidget* dialogParent)
    : QObject(dialogParent)
    , dialogParent_(dialogParent) {}

void TuningController::setSource(RouterSource* source) {
    source_ = source;
}

void TuningController::setBusy(bool busy) {
    if (busy_ != busy) {
        busy_ = busy;
        Q_EMIT busyChanged(busy);
    }
}

void TuningController::start(core::workspace::Tuning tuning) {
    if (busy_ || !source_) {
        return;
    }
    setBusy(true);
    const QPointer<RouterSource> asked = source_;
    QCoro::connect(source_->plan(tuning), this, [this, asked](const Result<Plan>& plan) {
        setBusy(false);
        if (!asked || asked != source_) {
            return; // the user has turned to another router meanwhile
        }
        if (!plan) {
            Q_EMIT notice(Tone::Bad, tr("The change could not be worked out"), text(plan.error().describe()));
        } else if (plan->steps.empty()) {
            Q_EMIT notice(Tone::Warn, tr("%1: nothing to send").arg(text(plan->title)), text(plan->obstacle));
        } else {
            show(*plan);
        }
    });
}

void TuningController::show(const Plan& plan) {
    const QPointer<RouterSource> target = source_;
    auto* dialog = new ChangeDialog(plan, target->name(), ChangeDialog::For::Router, dialogParent_->window());
    connect(dialog, &QDialog::accepted, this, [this, plan, target, dialog] {
        if (target) {
            send(plan, dialog->terms(), target);
        }
    });
    connect(dialog, &ChangeDialog::tryRequested, this, [this, plan, target] {
        if (target && target == source_) {
            Q_EMIT tryRequested(plan);
        }
    });
    dialog->open();
}

void TuningController::send(const Plan& plan, const core::workspace::ChangeTerms& terms, RouterSource* source) {
    if (busy_) {
        return;
    }
    setBusy(true);
    const QPointer<RouterSource> asked = source;
    QCoro::connect(source->apply(plan, terms), this, [this, asked, title = text(plan.title)](const Result<ChangeRecord>& record) {
        setBusy(false);
        const bool told = asked && asked->lastChangeEnd() && asked->lastChangeEnd()->title == title; // the bar shows how it ended
        if (!record && told) {
            Q_EMIT sent();
        } else if (!record) {
            Q_EMIT notice(Tone::Bad, tr("%1 failed").arg(title), text(record.error().describe()));
        } else if (record->outcome == core::model::ChangeOutcome::RolledBack) {
            Q_EMIT notice(Tone::Bad, tr("%1 was taken back").arg(title), text(record->detail));
        } else {
            Q_EMIT sent();
        }
    });
}

void TuningController::offer(const Plan& plan) {
    if (!busy_ && source_) {
        show(plan);
    }
}

void TuningController::apply(const Plan& plan, const core::workspace::ChangeTerms& terms) {
    if (source_) {
        send(plan, terms, source_);
    }
}

void TuningController::keep() {
    if (source_) {
        // How it ended is the bar's to show.
        QCoro::connect(source_->keepChange(), this, [this](const Result<core::model::ChangeOutcome>&) { Q_EMIT sent(); });
    }
}

void TuningController::rollBack() {
    if (source_) {
        QCoro::connect(source_->rollBackChange(), this, [this](const Result<core::model::ChangeOutcome>&) { Q_EMIT sent(); });
    }
}

void TuningController::undo() {
    if (busy_ || !source_ || !source_->canUndo()) {
        return;
    }
    setBusy(true);
    QCoro::connect(source_->undo(), this, [this](const Result<void>& result) {
        setBusy(false);
        if (!result) {
            Q_EMIT notice(Tone::Bad, tr("Undo failed"), text(result.error().describe()));
        } else {
            Q_EMIT sent();
        }
    });
}

} // namespace ui
