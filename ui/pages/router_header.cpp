#include "ui/pages/router_header.h"

#include "ui/pages/endpoint_text.h"
#include "ui/pages/router_source.h"
#include "ui/widgets/status_pill.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

namespace ui {

using core::workspace::LinkState;
using core::workspace::Tuning;

RouterHeader::RouterHeader(QWidget* parent)
    : QWidget(parent)
    , name_(new QLabel(this))
    , board_(new StatusPill(this))
    , version_(new StatusPill(this))
    , link_(new StatusPill(this))
    , undo_(new QPushButton(tr("Undo"), this))
    , primary_(new QPushButton(this)) {
    setFixedHeight(46);
    name_->setProperty("role", QStringLiteral("title"));
    name_->setTextFormat(Qt::PlainText); // the router's own words
    primary_->setProperty("kind", QStringLiteral("primary"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(10);
    row->addWidget(name_);
    row->addSpacing(4);
    for (StatusPill* pill : {board_, version_, link_}) {
        row->addWidget(pill);
    }
    row->addStretch(1);
    row->addWidget(undo_);
    row->addWidget(primary_);
    connect(undo_, &QPushButton::clicked, this, &RouterHeader::undoRequested);
    connect(primary_, &QPushButton::clicked, this, [this] { Q_EMIT tuningRequested(suggested_); });
}

void RouterHeader::show(const RouterSource& source, bool busy) {
    const auto& state = source.state();
    name_->setText(source.name());
    board_->set(state.identity.board);
    version_->set(state.identity.version.isEmpty() ? QString() : QStringLiteral("RouterOS ") + state.identity.version);
    showLink(source);
    const bool online = state.link == LinkState::Online;

    undo_->setVisible(source.canUndo());
    undo_->setEnabled(online && !busy);
    undo_->setToolTip(tr("Undo: %1").arg(source.undoTitle()));
    suggested_ = state.fastTrackActive.value_or(false) ? Tuning::QueuesOnInterfaces : Tuning::AddFastTrack;
    primary_->setText(suggested_ == Tuning::AddFastTrack ? tr("Add FastTrack…") : tr("FastTrack-friendly queues…"));
    primary_->setVisible(state.fastTrackActive.has_value());
    primary_->setEnabled(online && !busy);
}

void RouterHeader::showLink(const RouterSource& source) {
    switch (source.state().link) {
    case LinkState::Connecting:
        link_->set(tr("connecting…"), Tone::Accent);
        return;
    case LinkState::Reconnecting:
        link_->set(tr("reconnecting"), Tone::Warn);
        return;
    case LinkState::Failed:
        link_->set(tr("offline"), Tone::Bad);
        return;
    case LinkState::Online:
        break;
    }
    if (source.isLab()) {
        link_->set(tr("lab agent"));
    } else if (source.endpoint().via != core::workspace::Via::Api) {
        const bool ssh = source.endpoint().via == core::workspace::Via::Ssh;
        const auto security = source.state().security;
        if (security == core::workspace::LinkSecurity::Verified) {
            link_->set(tr("API-SSL · verified"));
        } else if (security == core::workspace::LinkSecurity::Pinned) {
            link_->set(ssh ? tr("SSH · known host key") : tr("API-SSL · pinned"));
        } else {
            link_->set(ssh ? tr("SSH · new host key") : tr("API-SSL · peer not verified"), Tone::Warn);
        }
    } else if (isLoopbackHost(source.endpoint().host)) {
        link_->set(tr("API · loopback"));
    } else {
        link_->set(tr("API · not encrypted"), Tone::Warn);
    }
}

} // namespace ui
