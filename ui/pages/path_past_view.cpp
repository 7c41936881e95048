#include "ui/pages/path_past_view.h"

#include "ui/charts/throughput_chart.h"
#include "ui/models/past_changes_model.h"
#include "ui/pages/path_legend.h"
#include "ui/theme/plain_text.h"
#include "ui/widgets/card.h"

#include <QBoxLayout>
#include <QButtonGroup>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSettings>
#include <QSignalBlocker>
#include <QTableView>
#include <algorithm>
#include <chrono>

namespace ui {
namespace {

using core::base::kSecond;
using core::workspace::PathPast;

constexpr QLatin1String kSpanKey("v1/history/span");
constexpr std::array<qint64, 4> kPastMinutes{60, 24 * 60, 7 * 24 * 60, 30 * 24 * 60};
constexpr core::base::Nanos kMinute = 60 * kSecond;

std::vector<ChartEvent> eventsOf(const PathPast& past) {
    std::vector<ChartEvent> events;
    for (auto change = past.changes.rbegin(); change != past.changes.rend(); ++change) { // the chart wants the oldest first
        const QString share = fastShareText(*change);
        const QString title = plainText(change->entry.title);
        events.push_back({change->entry.started.toMSecsSinceEpoch() * (kSecond / 1000), share.isEmpty() ? title : QStringLiteral("%1: %2").arg(title, share)});
    }
    return events;
}

} // namespace

PathPastView::PathPastView(QWidget* parent)
    : QWidget(parent)
    , router_(new QComboBox(this))
    , spans_(new QButtonGroup(this))
    , model_(new PastChangesModel(this)) {
    router_->setAccessibleName(tr("Router"));
    router_->setMinimumContentsLength(24);
    router_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    auto* head = new QHBoxLayout;
    head->setSpacing(6);
    head->addWidget(router_);
    head->addStretch(1);
    const QStringList names{tr("1 h"), tr("24 h"), tr("7 d"), tr("30 d")};
    for (int i = 0; i < names.size(); ++i) {
        auto* chip = new QPushButton(names[i], this);
        chip->setProperty("kind", QStringLiteral("chip"));
        chip->setCheckable(true);
        spans_->addButton(chip, i);
        head->addWidget(chip);
    }
    spans_->button(std::clamp(QSettings().value(kSpanKey, 1).toInt(), 0, 3))->setChecked(true);

    auto* traffic = new Card(tr("Traffic by path"), this);
    legend_ = new PathLegend(traffic);
    chart_ = new ThroughputChart(traffic);
    traffic->titleRow()->addWidget(legend_);
    traffic->body()->addWidget(chart_, 1);
    auto* below = new Card(tr("Changes"), this);
    changes_ = new QTableView(below);
    changes_->setModel(model_);
    changes_->setSelectionBehavior(QAbstractItemView::SelectRows);
    changes_->setSelectionMode(QAbstractItemView::SingleSelection);
    changes_->setShowGrid(false);
    changes_->verticalHeader()->hide();
    changes_->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    changes_->horizontalHeader()->setSectionResizeMode(PastChangesModel::TitleColumn, QHeaderView::Stretch);
    changes_->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    changes_->setAccessibleName(tr("Changes"));
    changes_->setTabKeyNavigation(false);
    hint_ = new QLabel(tr("No change was made in this time."), below);
    hint_->setProperty("role", QStringLiteral("dim"));
    hint_->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    below->body()->addWidget(hint_, 1);
    below->body()->addWidget(changes_, 1);

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(10);
    column->addLayout(head);
    column->addWidget(traffic, 3);
    column->addWidget(below, 2);
    connect(router_, &QComboBox::currentIndexChanged, this, &PathPastView::load);
    connect(spans_, &QButtonGroup::idClicked, this, [this](int id) {
        QSettings().setValue(kSpanKey, id);
        load();
    });
    everyMinute_.setInterval(std::chrono::minutes(1));
    connect(&everyMinute_, &QTimer::timeout, this, [this] {
        if (isVisible()) {
            load();
        }
    });
    everyMinute_.start();
    changes_->hide();
}

void PathPastView::setSource(ExperimentSource* source) {
    source_ = source;
}

qint64 PathPastView::minutes() const {
    return kPastMinutes[static_cast<std::size_t>(spans_->checkedId())];
}

void PathPastView::load() {
    if (!source_) {
        return;
    }
    if (router_->count() == 0) {
        chart_->setPlaceholder(tr("Reading…"));
    }
    source_->loadPast(router_->currentData().toString(), minutes(), [self = QPointer(this), number = ++asked_](const auto& past) {
        if (self && self->asked_ == number) {
            self->show(past);
        }
    });
}

void PathPastView::fillRouters(const PathPast& past) {
    QStringList shown;
    for (int i = 0; i < router_->count(); ++i) {
        shown << router_->itemData(i).toString();
    }
    const QSignalBlocker quiet(router_); // it is shown already
    if (shown != past.routers) {
        router_->clear();
        for (const QString& name : past.routers) {
            router_->addItem(name.startsWith(QStringLiteral("lab:")) ? tr("%1 (lab)").arg(plainText(name.mid(4))) : plainText(name), name);
        }
    }
    router_->setCurrentIndex(router_->findData(past.router));
    router_->setEnabled(router_->count() > 0);
}

void PathPastView::show(const core::base::Result<PathPast>& past) {
    if (!past) {
        chart_->setPlaceholder(plainText(past.error().describe()));
        chart_->setData({}, {}, 0);
        model_->set({});
        return;
    }
    fillRouters(*past);
    chart_->setPlaceholder(past->routers.isEmpty() ? tr("Nothing is recorded yet. The traffic of every router that is watched here is noted once a minute.")
                                                   : tr("Nobody watched this router in this time."));
    const auto rates = core::workspace::ratesOf(past->minutes);
    legend_->setShowsUnattributed(std::any_of(rates.begin(), rates.end(), [](const auto& rate) { return rate.paths.unattributed.bps > 0; }));
    chart_->setSpan(minutes() * kMinute);
    chart_->setData(pathSamples(rates), eventsOf(*past), past->now * kMinute);
    model_->set(past->changes);
    changes_->setVisible(!past->changes.empty());
    hint_->setVisible(past->changes.empty());
}

} // namespace ui
