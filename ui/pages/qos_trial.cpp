#include "ui/pages/qos_trial.h"

#include "ui/pages/twin_controls.h"
#include "ui/pages/twin_result_view.h"

#include <QBoxLayout>
#include <QLabel>
#include <QPushButton>

namespace ui {

using Phase = core::workspace::TwinState::Phase;

QosTrial::QosTrial(TwinSource* source, QWidget* parent)
    : QWidget(parent)
    , source_(source)
    , result_(new TwinResultView(this))
    , controls_(new TwinControls(this))
    , traffic_(new QLabel(this)) {
    traffic_->setProperty("role", QStringLiteral("dim"));
    traffic_->setText(tr("Carried out on a copy of this configuration, in virtual time; nothing is sent."));
    traffic_->setWordWrap(true);
    auto* other = new QPushButton(tr("Other traffic…"), this);
    other->setObjectName(QStringLiteral("otherTraffic"));
    other->setProperty("kind", QStringLiteral("link"));
    auto* row = new QHBoxLayout;
    row->addWidget(traffic_, 1);
    row->addWidget(other);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    column->addLayout(row);
    column->addWidget(controls_);
    column->addWidget(result_, 1);
    controls_->hide();
    controls_->setSource(source);
    result_->setInvitation(source ? tr("There is no plan to try yet.") : tr("There is no twin here."));
    connect(other, &QPushButton::clicked, this, [this] { controls_->setVisible(controls_->isHidden()); });
    connect(controls_, &TwinControls::runRequested, this, &QosTrial::run);
    connect(result_, &TwinResultView::runRequested, this, &QosTrial::run);
    connect(result_, &TwinResultView::cancelRequested, this, [this] {
        if (source_) {
            source_->cancel();
        }
    });
    if (source) {
        connect(source, &TwinSource::changed, this, &QosTrial::showState);
        connect(source, &TwinSource::configChanged, this, [this] { controls_->setSource(source_); });
    }
}

void QosTrial::setPlan(const std::optional<core::model::Plan>& plan) {
    plan_ = plan;
    if (plan) {
        const TwinChange change{QString::fromStdString(plan->title), {}, plan};
        controls_->setChange(&change);
    } else {
        controls_->setChange(nullptr);
    }
    if (isVisible()) {
        run();
    }
}

void QosTrial::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (plan_ && !(tried_ == plan_)) {
        run();
    }
    showState();
}

void QosTrial::run() {
    if (source_ && plan_) {
        tried_ = plan_;
        source_->run(controls_->request(), plan_);
    }
}

bool QosTrial::answered() const {
    const Phase phase = source_ ? source_->state().phase : Phase::Failed;
    return tried_ && (phase == Phase::Done || phase == Phase::Failed || phase == Phase::Stopped);
}

// What the twin was asked for somebody else is not shown here.
void QosTrial::showState() {
    const core::workspace::TwinState state = source_ && tried_ ? source_->state() : core::workspace::TwinState();
    result_->show(state);
    controls_->setRunning(state.phase == Phase::Running);
    if (answered()) {
        Q_EMIT answeredChanged();
    }
}

} // namespace ui
