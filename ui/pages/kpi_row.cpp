#include "ui/pages/kpi_row.h"

#include "ui/theme/figures.h"
#include "ui/widgets/core_bars.h"
#include "ui/widgets/kpi_card.h"
#include "ui/widgets/share_ring.h"
#include "ui/widgets/sparkline.h"

#include <QHBoxLayout>
#include <algorithm>
#include <cmath>

namespace ui {
namespace {

using core::workspace::RouterState;

constexpr std::size_t kSparklineSamples = 60;

// Below a half the router does most of its work the expensive way; from nine tenths on little is left to gain.
Tone shareTone(double share) {
    return share >= 0.9 ? Tone::Ok : share >= 0.5 ? Tone::Warn : Tone::Bad;
}

} // namespace

std::optional<double> fastShare(const RouterState& state) {
    if (!state.rates || state.rates->paths.total.bps <= 0) {
        return std::nullopt;
    }
    const core::model::PathShare& paths = state.rates->paths;
    return std::max(0.0, 1 - paths.share(core::model::PathKind::Slow) - paths.unattributedShare());
}

KpiRow::KpiRow(QWidget* parent)
    : QWidget(parent)
    , forwarded_(new KpiCard(tr("Forwarded"), this))
    , fast_(new KpiCard(tr("On a fast path"), this))
    , core_(new KpiCard(tr("Busiest core"), this))
    , connections_(new KpiCard(tr("Connections fasttracked"), this))
    , ping_(new KpiCard(tr("Ping under load (p50 / p99)"), this))
    , sparkline_(new Sparkline)
    , ring_(new ShareRing)
    , bars_(new CoreBars) {
    forwarded_->setAccessory(sparkline_);
    fast_->setAccessory(ring_);
    core_->setAccessory(bars_);
    forwarded_->setToolTip(tr("Octets received on all hardware ports, last second; the line shows the last minute"));
    fast_->setToolTip(tr("Share of bytes that did not take the slow path"));
    core_->setToolTip(tr("Load of the busiest CPU core; one bar per core"));
    connections_->setToolTip(tr("Tracked connections that are flagged fasttracked"));
    ping_->setToolTip(tr("Round trip of the lab's pings through the router while its traffic runs"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(10);
    for (KpiCard* card : cards()) {
        row->addWidget(card, 1);
    }
}

std::vector<KpiCard*> KpiRow::cards() const {
    return {forwarded_, fast_, core_, connections_, ping_};
}

void KpiRow::show(const RouterState& state, const std::deque<core::model::RateSample>& history) {
    showForwarded(state, history);
    showFastShare(state);
    showCores(state);
    showConnections(state);
    showPing(state);
}

void KpiRow::showForwarded(const RouterState& state, const std::deque<core::model::RateSample>& history) {
    if (state.rates) {
        forwarded_->setFigure(rateFigure(state.rates->paths.total));
    } else {
        forwarded_->setAbsent({});
    }
    std::vector<std::optional<double>> values;
    const std::size_t first = history.size() > kSparklineSamples ? history.size() - kSparklineSamples : 0;
    for (std::size_t i = first; i < history.size(); ++i) {
        values.push_back(history[i].elapsed > 0 ? std::optional(history[i].paths.total.bps) : std::nullopt);
    }
    sparkline_->setValues(std::move(values));
}

void KpiRow::showFastShare(const RouterState& state) {
    const auto share = fastShare(state);
    const Tone tone = share ? shareTone(*share) : Tone::Neutral;
    if (share) {
        fast_->setFigure({shareNumber(*share), tr("% of bytes")}, tone);
    } else {
        fast_->setAbsent(state.rates ? tr("no traffic") : QString());
    }
    ring_->set(share, tone);
}

void KpiRow::showCores(const RouterState& state) {
    const bool known = !state.cpuPercent.empty() && state.link == core::workspace::LinkState::Online;
    bars_->setPercent(known ? state.cpuPercent : std::vector<double>{});
    if (!known) {
        core_->setAbsent({});
        return;
    }
    const auto busiest = std::max_element(state.cpuPercent.begin(), state.cpuPercent.end());
    const Tone tone = loadTone(*busiest);
    core_->setFigure({QString::number(std::lround(*busiest)), tr("% cpu%1").arg(busiest - state.cpuPercent.begin())},
                     tone == Tone::Bad ? Tone::Bad : Tone::Neutral);
}

void KpiRow::showConnections(const RouterState& state) {
    if (!state.connections || state.link != core::workspace::LinkState::Online) {
        connections_->setAbsent({});
    } else if (!state.fastTrackedConnections) {
        connections_->setFigure({absentText(), tr("of %1").arg(countText(*state.connections))});
    } else {
        connections_->setFigure({countText(*state.fastTrackedConnections), tr("of %1").arg(countText(*state.connections))});
    }
}

void KpiRow::showPing(const RouterState& state) {
    if (!state.pingP50Ms || state.link != core::workspace::LinkState::Online) {
        ping_->setAbsent({});
        return;
    }
    const auto ms = [](double value) { return QString::number(value, 'f', value < 9.95 ? 1 : 0); };
    ping_->setFigure({ms(*state.pingP50Ms), state.pingP99Ms ? tr("/ %1 ms").arg(ms(*state.pingP99Ms)) : tr("ms")});
}

} // namespace ui
