#include "ui/pages/paths_page.h"

#include "ui/charts/throughput_chart.h"
#include "ui/models/interface_table_model.h"
#include "ui/pages/effect_strip.h"
#include "ui/pages/interface_table.h"
#include "ui/pages/kpi_row.h"
#include "ui/pages/path_details.h"
#include "ui/pages/path_legend.h"
#include "ui/pages/router_source.h"
#include "ui/pages/tuning_panel.h"
#include "ui/widgets/card.h"
#include "ui/widgets/lane_picture.h"
#include "ui/widgets/notice_bar.h"

#include <QBoxLayout>
#include <QCursor>
#include <QDateTime>

namespace ui {
namespace {

using core::model::PathKind;
using core::workspace::LinkState;
using core::workspace::RouterState;

// What left through the hardware ports, which are those whose ingress is split by path.
std::optional<core::base::BitRate> sentByPorts(const core::model::RateSample& rates) {
    std::optional<core::base::BitRate> out;
    for (const core::model::InterfaceRates& interface : rates.interfaces) {
        if (interface.paths && interface.tx) {
            out = out.value_or(core::base::BitRate{}) + *interface.tx;
        }
    }
    return out;
}

QString slowReason(const RouterState& state) {
    if (state.fastTrackActive && !*state.fastTrackActive) {
        return PathsPage::tr("no active FastTrack rule");
    }
    if (state.fastPathActive && !*state.fastPathActive) {
        return PathsPage::tr("fast path is not active");
    }
    return {};
}

} // namespace

PathsPage::PathsPage(QWidget* parent)
    : QWidget(parent)
    , link_(new NoticeBar(this))
    , notice_(new NoticeBar(this))
    , kpis_(new KpiRow(this))
    , model_(new InterfaceTableModel(this))
    , tuning_(new TuningPanel(this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(10);
    column->addWidget(link_);
    column->addWidget(notice_);
    column->addWidget(kpis_);
    column->addWidget(buildPicture(), 214);
    auto* row = new QHBoxLayout;
    row->setSpacing(10);
    row->addWidget(buildHistory(), 162);
    row->addWidget(tuning_, 100);
    column->addLayout(row, 405);

    connect(link_, &NoticeBar::actionTriggered, this, [this] {
        if (source_ && source_->state().link == LinkState::Failed && !source_->isLab()) {
            Q_EMIT connectionEditRequested();
        } else if (source_) {
            source_->reconnectNow();
        }
    });
    connect(tuning_, &TuningPanel::tuningRequested, this, &PathsPage::tuningRequested);
    connect(tuning_, &TuningPanel::undoRequested, this, &PathsPage::undoRequested);
}

QWidget* PathsPage::buildPicture() {
    pictureCard_ = new Card(tr("Where packets go"), this);
    picture_ = new LanePicture(pictureCard_);
    pictureCard_->body()->addWidget(picture_, 1);
    connect(picture_, &LanePicture::pathClicked, this, &PathsPage::showDetails);
    return pictureCard_;
}

QWidget* PathsPage::buildHistory() {
    auto* left = new QWidget(this);
    chartCard_ = new Card(tr("Throughput by path"), left);
    legend_ = new PathLegend(chartCard_);
    chartCard_->titleRow()->addWidget(legend_);
    chart_ = new ThroughputChart(chartCard_);
    effect_ = new EffectStrip(chartCard_);
    chartCard_->body()->addWidget(chart_, 1);
    chartCard_->body()->addWidget(effect_);
    auto* tableCard = new Card({}, left);
    table_ = new InterfaceTable(tableCard);
    table_->setModel(model_);
    table_->setPlaceholder(tr("No interfaces yet"));
    tableCard->body()->addWidget(table_);
    auto* column = new QVBoxLayout(left);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(10);
    column->addWidget(chartCard_, 1);
    column->addWidget(tableCard);
    return left;
}

void PathsPage::setSource(RouterSource* source) {
    if (source_) {
        source_->disconnect(this);
    }
    source_ = source;
    notice_->hide();
    if (!source) {
        return;
    }
    connect(source, &RouterSource::stateChanged, this, &PathsPage::showState);
    connect(source, &RouterSource::sampleAdded, this, [this] {
        showState();
        showHistory();
    });
    connect(source, &RouterSource::eventAdded, this, &PathsPage::showHistory);
    connect(source, &RouterSource::changeStateChanged, this, &PathsPage::showChange);
    showState();
    showHistory();
    showChange();
}

void PathsPage::setSpan(core::base::Nanos span) {
    chart_->setSpan(span);
}

void PathsPage::setBusy(bool busy) {
    tuning_->setBusy(busy);
}

void PathsPage::showNotice(Tone tone, const QString& title, const QString& text) {
    notice_->present(tone, title, text);
}

void PathsPage::showState() {
    const RouterState& state = source_->state();
    showLink();
    kpis_->show(state, source_->history());
    showPicture();
    model_->setRates(state.rates);
    tuning_->show(state);
    if (state.link != LinkState::Online) {
        showHistory(); // time goes on while nothing is measured: the gap must grow
    }
}

void PathsPage::showLink() {
    const RouterState& state = source_->state();
    const QString where =
        source_->isLab() ? tr("the lab's agent") : QStringLiteral("%1:%2").arg(source_->endpoint().host).arg(source_->endpoint().port);
    switch (state.link) {
    case LinkState::Connecting:
    case LinkState::Online:
        link_->hide();
        break;
    case LinkState::Reconnecting: {
        const int seconds = (state.retryInMs + 999) / 1000;
        const QString when = seconds > 0 ? tr("Next attempt in %n s.", nullptr, seconds) : tr("Trying now…");
        link_->present(Tone::Warn, tr("No connection to %1").arg(where), state.message.isEmpty() ? when : state.message + u' ' + when,
                       tr("Reconnect now"), false);
        break;
    }
    case LinkState::Failed:
        link_->present(Tone::Bad, tr("Not connected to %1").arg(where), state.message,
                       source_->isLab() ? tr("Start again") : tr("Connect again…"), false);
        break;
    }
}

void PathsPage::showPicture() {
    const RouterState& state = source_->state();
    const bool online = state.link == LinkState::Online;
    if (!state.rates) {
        picture_->setTraffic(std::nullopt, std::nullopt);
        picture_->setPlaceholder(online ? tr("Waiting for the second sample…")
                                 : state.link == LinkState::Connecting
                                     ? tr("Connecting to %1…").arg(source_->isLab() ? source_->labName() : source_->endpoint().host)
                                     : tr("Offline"));
        pictureCard_->setSubtitle({});
        return;
    }
    picture_->setTraffic(state.rates->paths, sentByPorts(*state.rates));
    picture_->setSlowReason(slowReason(state));
    pictureCard_->setSubtitle(state.rates->paths.total.bps > 0
                                  ? tr("— last second, width = bytes; click a lane to see what puts traffic there")
                                  : tr("— no traffic in the last second"));
}

void PathsPage::showHistory() {
    const auto& history = source_->history();
    const bool live = source_->state().link == LinkState::Online && !history.empty();
    const core::base::Nanos now = live ? history.back().at : source_->now();
    std::vector<ChartEvent> events;
    const QDateTime wall = QDateTime::currentDateTime();
    for (const core::workspace::Event& event : source_->events()) {
        const QDateTime at = wall.addMSecs((event.at - source_->now()) / core::base::kMillisecond);
        events.push_back({event.at, at.toString(QStringLiteral("HH:mm:ss")) + u' ' + event.text});
    }
    std::vector<PathSample> samples = pathSamples(history);
    bool unattributed = false;
    for (const PathSample& sample : samples) {
        unattributed = unattributed || (sample.elapsed > 0 && sample.bands[kUnattributedBand] > 0.005 * sumOf(sample.bands));
    }
    legend_->setShowsUnattributed(unattributed);
    chart_->setPlaceholder(samples.empty() ? tr("No samples yet") : tr("No samples in this span"));
    chart_->setData(std::move(samples), std::move(events), now);
    effect_->show(source_->lastEffect());
}

void PathsPage::showChange() {
    tuning_->showUndo(*source_);
    effect_->show(source_->lastEffect());
}

void PathsPage::showDetails(PathKind kind) {
    if (source_) {
        auto* details = new PathDetails(kind, source_->state().rates, this);
        connect(details, &PathDetails::explainRequested, this, [this, kind] { Q_EMIT explainRequested(kind); });
        details->popup(QCursor::pos());
    }
}

} // namespace ui
