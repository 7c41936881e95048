#include "ui/shell/status_line.h"

#include "ui/pages/endpoint_text.h"
#include "ui/pages/explain_source.h"
#include "ui/pages/router_source.h"
#include "ui/theme/figures.h"
#include "ui/theme/fonts.h"
#include "ui/theme/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QStyle>

namespace ui {

using core::workspace::LinkState;
using core::workspace::RouterState;

namespace {

QString switchText(const QString& name, const std::optional<bool>& on) {
    return on ? StatusLine::tr("%1 %2").arg(name, *on ? StatusLine::tr("active") : StatusLine::tr("not active")) : QString();
}

} // namespace

StatusLine::StatusLine(QWidget* parent)
    : QWidget(parent)
    , polling_(new QLabel(this))
    , samples_(new QLabel(this))
    , paths_(new QLabel(this))
    , link_(new QLabel(this)) {
    setFixedHeight(26);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(14, 1, 14, 0);
    row->setSpacing(20);
    for (QLabel* label : {polling_, samples_, paths_, link_}) {
        label->setProperty("role", QStringLiteral("small"));
        label->setTextFormat(Qt::PlainText); // the router's own words may be among it
        row->addWidget(label);
    }
    row->insertStretch(3, 1);
}

void StatusLine::setRole(const char* role) {
    const QString text = QString::fromLatin1(role);
    if (polling_->property("tone").toString() != text) {
        polling_->setProperty("tone", text);
        polling_->style()->unpolish(polling_);
        polling_->style()->polish(polling_);
    }
}

void StatusLine::show(const RouterSource* source) {
    if (!source) {
        setRole("");
        polling_->setText(tr("No router"));
        samples_->clear();
        paths_->clear();
        link_->clear();
        return;
    }
    const RouterState& state = source->state();
    switch (state.link) {
    case LinkState::Online:
        setRole("ok");
        polling_->setText(tr("● polling %n metrics, %1, %2", nullptr, state.poll.metrics)
                              .arg(state.poll.interval % core::base::kSecond == 0
                                       ? tr("%1 s").arg(state.poll.interval / core::base::kSecond)
                                       : durationText(state.poll.interval),
                                   durationText(state.poll.roundTrip)));
        polling_->setToolTip(tr("Properties read per round · time between rounds · round trip of the last one"));
        break;
    case LinkState::Connecting:
        setRole("");
        polling_->setText(tr("○ connecting…"));
        break;
    case LinkState::Reconnecting:
        setRole("warn");
        polling_->setText(tr("○ offline, next attempt in %1 s").arg((state.retryInMs + 999) / 1000));
        break;
    case LinkState::Failed:
        setRole("bad");
        polling_->setText(tr("○ offline"));
        break;
    }
    const std::size_t samples = source->history().size();
    samples_->setText(samples > 0 ? tr("history %1").arg(samples < 120 ? tr("%1 s").arg(samples) : tr("%1 min").arg(samples / 60))
                                  : QString());
    QStringList switches{switchText(tr("fast path"), state.fastPathActive), switchText(tr("FastTrack"), state.fastTrackActive)};
    switches.removeAll(QString());
    paths_->setText(switches.join(QStringLiteral(" · ")));
    link_->setText(source->isLab() ? tr("lab %1 · agent on this machine").arg(source->labName())
                                   : endpointText(source->endpoint()) + QStringLiteral(" · ") +
                                         viaText(source->endpoint().via));
}

void StatusLine::say(const QString& text) {
    setRole("warn");
    polling_->setText(text);
    polling_->setToolTip({});
}

void StatusLine::show(const ExplainSource& source) {
    using Phase = core::workspace::ExplainState::Phase;
    const auto& state = source.state();
    setRole(state.phase == Phase::Ready ? "ok" : state.phase == Phase::Failed ? "bad" : "");
    polling_->setToolTip({});
    samples_->clear();
    paths_->clear();
    switch (state.phase) {
    case Phase::Unread:
        polling_->setText(tr("○ not read"));
        break;
    case Phase::Reading:
        polling_->setText(tr("○ reading…"));
        break;
    case Phase::Failed:
        polling_->setText(tr("○ could not be read"));
        break;
    case Phase::Ready:
        polling_->setText(tr("● explained in %1 from %2 items")
                              .arg(durationText(state.explained->took), countText(state.explained->items)));
        break;
    }
    link_->setText(tr("export, no router asked"));
}

void StatusLine::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), colors().panel);
    painter.fillRect(QRect(0, 0, width(), 1), colors().line);
}

} // namespace ui
