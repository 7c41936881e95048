#include "ui/pages/router_panel.h"

#include "ui/pages/change_bar.h"
#include "ui/pages/explain_page.h"
#include "ui/pages/fasttracked_dialog.h"
#include "ui/pages/paths_page.h"
#include "ui/pages/router_header.h"
#include "ui/pages/router_source.h"
#include "ui/pages/tab_strip.h"
#include "ui/pages/tuning_controller.h"
#include "ui/pages/twin_page.h"

#include <QBoxLayout>
#include <QScrollArea>
#include <QStackedWidget>

namespace ui {

RouterPanel::RouterPanel(QWidget* parent)
    : QWidget(parent)
    , header_(new RouterHeader(this))
    , change_(new ChangeBar(this))
    , tabs_(new TabStrip({tr("Paths"), tr("Explain"), tr("Twin")}, this))
    , pages_(new QStackedWidget(this))
    , paths_(new PathsPage)
    , explain_(new ExplainPage)
    , twin_(new TwinPage)
    , tuning_(new TuningController(this)) {
    auto* scroll = new QScrollArea(this); // only a window too low for the page scrolls it
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    paths_->setObjectName(QStringLiteral("scrollBody"));
    scroll->setWidget(paths_);
    scroll->viewport()->setAutoFillBackground(false);

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 12, 16, 12);
    column->setSpacing(10);
    column->addWidget(header_);
    column->addWidget(change_);
    column->addWidget(tabs_);
    pages_->addWidget(scroll);
    pages_->addWidget(explain_);
    pages_->addWidget(twin_);
    column->addWidget(pages_, 1);

    connect(tabs_, &TabStrip::pageChosen, this, &RouterPanel::turnTo);
    connect(explain_, &ExplainPage::planned, tuning_, &TuningController::offer);
    connect(explain_, &ExplainPage::tryRequested, this, [this](const TwinChange& change) {
        twin_->tryChange(change);
        showPage(TwinPageAt);
    });
    connect(explain_, &ExplainPage::findingCountChanged, this, [this] { tabs_->setBadge(ExplainPageAt, explain_->findingCount()); });
    connect(paths_, &PathsPage::explainRequested, this, [this](core::model::PathKind kind) {
        explain_->showPath(kind);
        showPage(ExplainPageAt);
    });
    connect(tabs_, &TabStrip::spanChosen, paths_, &PathsPage::setSpan);
    connect(header_, &RouterHeader::tuningRequested, tuning_, &TuningController::start);
    connect(change_, &ChangeBar::keepRequested, tuning_, &TuningController::keep);
    connect(change_, &ChangeBar::rollBackRequested, tuning_, &TuningController::rollBack);
    connect(change_, &ChangeBar::oldConnectionsRequested, this, &RouterPanel::showOldConnections);
    connect(change_, &ChangeBar::measureRequested, this, &RouterPanel::measureRequested);
    connect(header_, &RouterHeader::undoRequested, tuning_, &TuningController::undo);
    connect(paths_, &PathsPage::tuningRequested, tuning_, &TuningController::start);
    connect(paths_, &PathsPage::undoRequested, tuning_, &TuningController::undo);
    connect(paths_, &PathsPage::connectionEditRequested, this, &RouterPanel::connectionEditRequested);
    connect(tuning_, &TuningController::busyChanged, this, [this](bool busy) {
        paths_->setBusy(busy || (source_ && source_->pendingChange()));
        showHeader();
    });
    connect(tuning_, &TuningController::notice, this, [this](Tone tone, const QString& title, const QString& text) {
        paths_->showNotice(tone, title, text);
        showPage(PathsPageAt); // where it is said
    });
    connect(tuning_, &TuningController::tryRequested, this, [this](const core::model::Plan& plan) {
        twin_->tryChange({QString::fromStdString(plan.title), {}, plan});
        showPage(TwinPageAt);
    });
    // What was read before a change of ours is not what the router has now.
    connect(tuning_, &TuningController::sent, this, [this] {
        if (ExplainSource* source = explainSource(); source && source->state().explained) {
            source->read();
        }
    });
}

// A low window spends its height on the page, not on air.
void RouterPanel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    const bool low = height() < 740;
    layout()->setContentsMargins(16, low ? 6 : 12, 16, low ? 10 : 12);
    layout()->setSpacing(low ? 6 : 10);
    paths_->layout()->setSpacing(low ? 8 : 10);
}

RouterSource* RouterPanel::source() const {
    return source_;
}

void RouterPanel::setSource(RouterSource* source) {
    if (source_) {
        source_->disconnect(this);
    }
    source_ = source;
    tuning_->setSource(source);
    paths_->setSource(source);
    explain_->setSource(explainSource());
    twin_->setSource(explainSource() ? explainSource()->twin() : nullptr);
    tabs_->setBadge(ExplainPageAt, explainSource() ? explain_->findingCount() : 0);
    if (source) {
        connect(source, &RouterSource::stateChanged, this, &RouterPanel::showHeader);
        connect(source, &RouterSource::changeStateChanged, this, &RouterPanel::showChange);
        if (ExplainSource* explained = explainSource()) {
            explained->disconnect(this);
            connect(explained, &ExplainSource::changed, this, &RouterPanel::readOnDemand);
        }
        showChange();
        readOnDemand();
    }
}

ExplainSource* RouterPanel::explainSource() const {
    return source_ ? source_->explain() : nullptr;
}

void RouterPanel::showPage(Page page) {
    tabs_->choose(page);
}

void RouterPanel::fixChosen() {
    explain_->fixChosen();
}

void RouterPanel::tryOnTwin() {
    if (!explain_->tryChosen()) {
        twin_->run();
        showPage(TwinPageAt);
    }
}

void RouterPanel::turnTo(int page) {
    pages_->setCurrentIndex(page);
    tabs_->setSpansVisible(page == PathsPageAt);
    readOnDemand();
}

// The configuration is read when somebody wants to see it explained or tried, and then once.
void RouterPanel::readOnDemand() {
    ExplainSource* source = explainSource();
    if (source && pages_->currentIndex() != PathsPageAt && source->canRead() &&
        source->state().phase == core::workspace::ExplainState::Phase::Unread) {
        source->read();
    }
}

void RouterPanel::showHeader() {
    if (source_) {
        header_->show(*source_, tuning_->busy() || source_->pendingChange());
    }
}

// One change at a time: while one is under way or waits, no other can be begun.
void RouterPanel::showChange() {
    if (source_) {
        change_->show(source_->pendingChange(), source_->lastChangeEnd());
        paths_->setBusy(tuning_->busy() || source_->pendingChange());
        showHeader();
        countOldConnections();
    }
}

// Once, when a change is in force: what is FastTracked by then does not meet it. Of a change that is over nothing is said.
void RouterPanel::countOldConnections() {
    const auto pending = source_->pendingChange();
    const bool inForce = pending && pending->phase == core::workspace::PendingChange::Phase::Waiting;
    const auto& end = source_->lastChangeEnd();
    const bool kept = !pending && end && end->outcome == core::model::ChangeOutcome::Kept;
    if (!inForce && !kept) {
        counted_.clear();
        change_->setOldConnections({});
        return;
    }
    const QString title = inForce ? pending->title : end->title;
    if (!inForce || counted_ == title) {
        return;
    }
    counted_ = title;
    const QPointer<RouterSource> asked = source_;
    QCoro::connect(source_->fastTracked(), this, [this, asked, title](const core::base::Result<core::workspace::FastTracked>& now) {
        if (asked && asked == source_ && counted_ == title && now) {
            change_->setOldConnections(fastTrackedText(*now));
        }
    });
}

void RouterPanel::showOldConnections() {
    if (source_) {
        auto* dialog = new FastTrackedDialog(source_, window());
        connect(dialog, &FastTrackedDialog::planned, tuning_, &TuningController::offer);
        dialog->show();
    }
}

} // namespace ui
