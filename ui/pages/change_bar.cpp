#include "ui/pages/change_bar.h"

#include "ui/theme/plain_text.h"

#include <QBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QRegularExpression>

namespace ui {

using core::model::ChangeOutcome;
using core::workspace::ChangeEnd;
using core::workspace::PendingChange;
using Phase = PendingChange::Phase;

QString minutesText(int seconds) {
    return QStringLiteral("%1:%2").arg(seconds / 60).arg(seconds % 60, 2, 10, QLatin1Char('0'));
}

ChangeBar::ChangeBar(QWidget* parent)
    : AccentFrame(parent)
    , title_(new QLabel(this))
    , text_(new QLabel(this))
    , time_(new QProgressBar(this))
    , old_(new QPushButton(tr("&Old connections…"), this))
    , rollBack_(new QPushButton(tr("&Roll back now"), this))
    , keep_(new QPushButton(tr("&Keep"), this))
    , measure_(new QPushButton(tr("&Measure what it did…"), this))
    , dismiss_(new QPushButton(tr("Dismiss"), this)) {
    setObjectName(QStringLiteral("changeBar"));
    title_->setProperty("role", QStringLiteral("strong"));
    text_->setProperty("role", QStringLiteral("dim"));
    text_->setWordWrap(true);
    for (QLabel* label : {title_, text_}) {
        label->setTextFormat(Qt::PlainText); // what a router says is never markup
    }
    text_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    time_->setTextVisible(false);
    time_->setFixedHeight(4);
    old_->setObjectName(QStringLiteral("oldConnections"));
    old_->setToolTip(tr("Connections that are FastTracked keep their path: which they are, and have the chosen ones looked at afresh"));
    old_->hide();
    rollBack_->setObjectName(QStringLiteral("rollBack"));
    keep_->setObjectName(QStringLiteral("keep"));
    keep_->setProperty("kind", QStringLiteral("primary"));
    measure_->setObjectName(QStringLiteral("measureKept"));
    measure_->setToolTip(tr("Runs with and without the change, and a report"));
    dismiss_->setProperty("kind", QStringLiteral("link"));
    auto* words = new QVBoxLayout;
    words->setSpacing(3);
    words->addWidget(title_);
    words->addWidget(text_);
    words->addWidget(time_);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(14, 8, 10, 9);
    row->setSpacing(8);
    row->addLayout(words, 1);
    for (QPushButton* button : {old_, rollBack_, keep_, measure_, dismiss_}) {
        row->addWidget(button, 0, Qt::AlignVCenter);
    }
    connect(old_, &QPushButton::clicked, this, &ChangeBar::oldConnectionsRequested);
    connect(keep_, &QPushButton::clicked, this, &ChangeBar::keepRequested);
    connect(rollBack_, &QPushButton::clicked, this, &ChangeBar::rollBackRequested);
    connect(measure_, &QPushButton::clicked, this, [this] { Q_EMIT measureRequested(kept_.first, kept_.second); });
    connect(dismiss_, &QPushButton::clicked, this, [this] {
        dismissed_ = ended_;
        hide();
    });
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    hide();
}

void ChangeBar::setOldConnections(const QString& text) {
    oldText_ = text;
    old_->setVisible(!text.isEmpty());
    say(said_);
}

void ChangeBar::say(const QString& text) {
    said_ = text;
    const QStringList both = QStringList{text, oldText_}.filter(QRegularExpression(QStringLiteral(".")));
    text_->setText(breakable(both.join(u' ')));
    text_->setVisible(!both.isEmpty());
}

void ChangeBar::offer(bool words, bool measure, bool dismiss) {
    rollBack_->setVisible(words);
    keep_->setVisible(words);
    measure_->setVisible(measure);
    dismiss_->setVisible(dismiss);
}

void ChangeBar::show(const std::optional<PendingChange>& pending, const std::optional<ChangeEnd>& end) {
    if (pending) {
        dismissed_.reset();
        showPending(*pending);
    } else if (end) {
        ended_ = QStringLiteral("%1 %2 %3").arg(end->number).arg(end->title, end->detail);
        if (dismissed_ == ended_) {
            return;
        }
        showEnd(*end);
    } else {
        hide();
        return;
    }
    setVisible(true);
}

void ChangeBar::showPending(const PendingChange& pending) {
    const bool waits = pending.phase == Phase::Waiting;
    setTone(waits ? Tone::Warn : Tone::Accent);
    const QString name = plainText(pending.title);
    switch (pending.phase) {
    case Phase::Looking: title_->setText(tr("%1: looking whether it still fits this router…").arg(name)); break;
    case Phase::Arming: title_->setText(tr("%1: giving the router its way back…").arg(name)); break;
    case Phase::Applying: title_->setText(tr("%1: sending step %2 of %3…").arg(name).arg(std::min(pending.step + 1, pending.steps)).arg(pending.steps)); break;
    case Phase::Verifying: title_->setText(tr("%1: trying a new connection…").arg(name)); break;
    case Phase::Waiting: title_->setText(tr("%1 is in force, for %2 more unless you keep it").arg(name, minutesText(pending.secondsLeft))); break;
    case Phase::Keeping: title_->setText(tr("%1: keeping it…").arg(name)); break;
    case Phase::RollingBack: title_->setText(tr("%1: taking it back…").arg(name)); break;
    }
    QStringList text;
    if (waits) {
        text << (pending.safeMode && pending.scheduler ? tr("The router holds the way back itself, in its scheduler and in safe mode: whatever happens here, it takes the change back in time.")
                 : pending.safeMode                    ? tr("The router holds the way back itself, in safe mode: when this connection ends, the change is taken back.")
                                                       : tr("The router holds the way back itself, in its scheduler: whatever happens here, it takes the change back in time."));
    }
    text << pending.warnings;
    say(text.join(u' '));
    time_->setVisible(waits);
    time_->setRange(0, pending.confirmSeconds);
    time_->setValue(pending.secondsLeft);
    offer(waits, false, false);
}

void ChangeBar::showEnd(const ChangeEnd& end) {
    const QString name = plainText(end.title);
    switch (end.outcome) {
    case ChangeOutcome::Kept:
        setTone(Tone::Ok);
        title_->setText(tr("%1 is kept").arg(name));
        break;
    case ChangeOutcome::RolledBack:
        setTone(Tone::Warn);
        title_->setText(end.number == 0 ? tr("%1: nothing was changed").arg(name) : tr("%1 was taken back; the router is as before").arg(name));
        break;
    default:
        setTone(Tone::Bad);
        title_->setText(tr("%1: what became of it is not known").arg(name));
        break;
    }
    say(plainText(end.detail));
    time_->hide();
    kept_ = {end.title, end.number};
    offer(false, end.outcome == ChangeOutcome::Kept && end.number > 0, true);
}

QString ChangeBar::title() const {
    return title_->text();
}

QString ChangeBar::text() const {
    return text_->text().remove(QChar(0x200B));
}

} // namespace ui
