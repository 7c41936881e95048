#include "ui/pages/tuning_panel.h"

#include "ui/pages/router_source.h"
#include "ui/pages/tuning_card.h"
#include "ui/pages/undo_bar.h"
#include "ui/theme/figures.h"

#include <QBoxLayout>
#include <QPushButton>
#include <QScrollArea>
#include <QStyle>

namespace ui {

using core::workspace::LinkState;
using core::workspace::RouterState;
using core::workspace::Tuning;

TuningPanel::TuningPanel(QWidget* parent)
    : Card(tr("Tuning"), parent)
    , fastTrack_(new TuningCard(QStringLiteral("/ip firewall filter · action=fasttrack-connection"),
                                tr("Fasttracked connections skip firewall and queues.")))
    , undo_(new UndoBar(this)) {
    auto* egress = new TuningCard(QStringLiteral("/queue tree · on the WAN port and on the bridge"),
                                  tr("Shapes both directions; FastTrack keeps working."));
    egress->setTitle(tr("Queue on WAN and bridge (fq-codel)"), Tone::Neutral);
    auto* global = new TuningCard(QStringLiteral("/queue tree · parent=global"), tr("For comparison: a global tree misses FastTrack."));
    global->setTitle(tr("Queue on global"), Tone::Neutral);

    add_ = offer(fastTrack_, tr("Add FastTrack…"), Tuning::AddFastTrack);
    remove_ = offer(fastTrack_, tr("Remove…"), Tuning::RemoveFastTrack);
    offer(egress, tr("Show change…"), Tuning::QueuesOnInterfaces);
    offer(egress, tr("Remove queues…"), Tuning::RemoveQueues);
    offer(global, tr("Show change…"), Tuning::QueuesOnGlobal);

    auto* cards = new QWidget;
    cards->setObjectName(QStringLiteral("scrollBody"));
    auto* column = new QVBoxLayout(cards);
    column->setContentsMargins(0, 0, 2, 0);
    column->setSpacing(8);
    for (TuningCard* card : {fastTrack_, egress, global}) {
        column->addWidget(card);
    }
    column->addStretch(1);
    auto* scroll = new QScrollArea(this);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setWidget(cards);
    body()->addWidget(scroll, 1);
    body()->addWidget(undo_);
    connect(undo_, &UndoBar::undoRequested, this, &TuningPanel::undoRequested);
    show(RouterState{});
}

QPushButton* TuningPanel::offer(TuningCard* card, const QString& label, Tuning tuning) {
    QPushButton* button = card->addButton(label);
    connect(button, &QPushButton::clicked, this, [this, tuning] { Q_EMIT tuningRequested(tuning); });
    buttons_.push_back(button);
    return button;
}

void TuningPanel::show(const RouterState& state) {
    state_ = state;
    const bool active = state.fastTrackActive.value_or(false);
    const double slow = state.rates ? state.rates->paths.share(core::model::PathKind::Slow) : 0;
    if (!state.fastTrackActive) {
        fastTrack_->setTitle(tr("FastTrack"), Tone::Neutral);
    } else if (active) {
        const double share = state.rates ? state.rates->paths.share(core::model::PathKind::FastTrack) : 0;
        fastTrack_->setTitle(share > 0 ? tr("FastTrack carries %1 of bytes").arg(shareText(share)) : tr("FastTrack is active"), Tone::Ok);
    } else {
        fastTrack_->setTitle(slow > 0 ? tr("No FastTrack: %1 of bytes on the slow path").arg(shareText(slow))
                                      : tr("FastTrack is not active"),
                             slow >= 0.5 ? Tone::Bad : Tone::Warn);
    }
    // The button that helps most is the loud one.
    const QString kind = state.fastTrackActive && !active ? QStringLiteral("primary") : QString();
    if (add_->property("kind").toString() != kind) {
        add_->setProperty("kind", kind);
        add_->style()->unpolish(add_);
        add_->style()->polish(add_);
    }
    enableButtons();
}

void TuningPanel::showUndo(const RouterSource& source) {
    if (source.canUndo()) {
        undo_->offer(source.undoTitle(), source.undoLines());
    } else {
        undo_->hide();
    }
}

void TuningPanel::setBusy(bool busy) {
    busy_ = busy;
    enableButtons();
}

void TuningPanel::enableButtons() {
    const bool ready = state_.link == LinkState::Online && !busy_;
    for (QPushButton* button : buttons_) {
        button->setEnabled(ready);
    }
    add_->setEnabled(ready && !state_.fastTrackActive.value_or(false));
    remove_->setEnabled(ready && state_.fastTrackActive.value_or(true));
    undo_->setBusy(!ready);
}

} // namespace ui
