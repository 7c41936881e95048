#include "ui/pages/new_experiment_dialog.h"

#include "ui/theme/plain_text.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QSpinBox>
#include <algorithm>

namespace ui {

using core::model::Metric;
using core::workspace::Tuning;

namespace {

constexpr QLatin1String kSecondsKey("v1/experiments/seconds"), kWarmupKey("v1/experiments/warmup");
constexpr int kNothing = -1;

QSpinBox* secondsBox(QWidget* parent, const QString& name, const QString& key, int least, int value, int most) {
    auto* box = new QSpinBox(parent);
    box->setRange(least, most);
    box->setValue(QSettings().value(key, value).toInt());
    box->setSuffix(NewExperimentDialog::tr(" s"));
    box->setAccessibleName(name);
    return box;
}

QString minutes(int seconds) {
    return seconds < 120 ? NewExperimentDialog::tr("%1 s").arg(seconds) : NewExperimentDialog::tr("%1 min").arg((seconds + 59) / 60);
}

} // namespace

NewExperimentDialog::NewExperimentDialog(std::vector<ExperimentTarget> targets, const QString& current,
                                         std::function<QString(const QString& loads)> loadProblem, QWidget* parent)
    : QDialog(parent)
    , targets_(std::move(targets))
    , router_(new QComboBox(this))
    , change_(new QComboBox(this))
    , order_(new QComboBox(this))
    , judge_(new QComboBox(this))
    , seconds_(secondsBox(this, tr("Seconds of each run"), kSecondsKey, 10, 20, 3600))
    , warmup_(secondsBox(this, tr("Warm-up"), kWarmupKey, 0, 5, 600))
    , askTwin_(new QCheckBox(tr("Ask the twin first what the change will do"), this))
    , loadProblem_(std::move(loadProblem))
    , loads_(new QLineEdit(this))
    , title_(new QLineEdit(this))
    , question_(new QLineEdit(this))
    , hint_(new QLabel(this))
    , measure_(new QPushButton(tr("Measure"), this)) {
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowModality(Qt::WindowModal);
    setWindowTitle(tr("New experiment"));
    setMinimumWidth(560);
    auto* heading = new QLabel(tr("New experiment"), this);
    heading->setProperty("role", QStringLiteral("title"));
    for (const ExperimentTarget& target : targets_) {
        router_->addItem(plainText(target.name), target.id);
    }
    router_->setCurrentIndex(std::max(0, router_->findData(current)));
    for (const auto& [name, tuning] :
         {std::pair(tr("Nothing: measure what it carries"), kNothing), std::pair(tr("Add FastTrack"), static_cast<int>(Tuning::AddFastTrack)),
          std::pair(tr("Remove FastTrack"), static_cast<int>(Tuning::RemoveFastTrack)),
          std::pair(tr("Queue on WAN and bridge"), static_cast<int>(Tuning::QueuesOnInterfaces)),
          std::pair(tr("Queue on global"), static_cast<int>(Tuning::QueuesOnGlobal)),
          std::pair(tr("Remove queues"), static_cast<int>(Tuning::RemoveQueues))}) {
        change_->addItem(name, tuning);
    }
    for (const auto& [name, metric] : {std::pair(tr("Throughput"), Metric::Throughput), std::pair(tr("Ping, half of them"), Metric::PingMedian),
                                       std::pair(tr("Ping, 95 of 100"), Metric::PingP95), std::pair(tr("Ping, 99 of 100"), Metric::PingP99),
                                       std::pair(tr("Busiest core"), Metric::BusiestCore), std::pair(tr("Share on a fast path"), Metric::FastShare)}) {
        judge_->addItem(name, static_cast<int>(metric));
    }
    askTwin_->setToolTip(plainToolTip(tr(
        "The router's configuration carries the router's own traffic on this computer; takes half a minute. The report shows it beside what was measured.")));
    loads_->setObjectName(QStringLiteral("loads"));
    loads_->setToolTip(plainToolTip(
        tr("Made from this computer through the router, during each run: sink:HOST (with “pathscopectl sink” there), iperf3:HOST, irtt:HOST or flent:HOST")));
    title_->setPlaceholderText(tr("of the change and the router"));
    question_->setPlaceholderText(tr("What should it answer?"));
    hint_->setProperty("role", QStringLiteral("small"));
    hint_->setWordWrap(true);

    auto* lengths = new QHBoxLayout;
    lengths->setSpacing(8);
    lengths->addWidget(seconds_);
    lengths->addWidget(new QLabel(tr("after"), this));
    lengths->addWidget(warmup_);
    lengths->addWidget(new QLabel(tr("of warm-up"), this));
    lengths->addStretch(1);
    auto* grid = new QFormLayout;
    grid->setHorizontalSpacing(14);
    grid->setVerticalSpacing(8);
    grid->addRow(tr("&Router"), router_);
    grid->addRow(tr("&Change"), change_);
    grid->addRow(tr("&Order of runs"), order_);
    auto* each = new QLabel(tr("&Each run"), this);
    each->setBuddy(seconds_);
    grid->addRow(each, lengths);
    grid->addRow(tr("&Verdict about"), judge_);
    grid->addRow(tr("&More traffic"), loads_);
    grid->addRow(QString(), askTwin_);
    grid->addRow(tr("&Title"), title_);
    grid->addRow(tr("&Question"), question_);
    for (const auto& [box, name] : {std::pair(router_, tr("Router")), std::pair(change_, tr("Change")), std::pair(order_, tr("Order of runs")),
                                    std::pair(judge_, tr("Verdict about"))}) {
        box->setAccessibleName(name);
    }

    measure_->setObjectName(QStringLiteral("measure"));
    measure_->setProperty("kind", QStringLiteral("primary"));
    measure_->setDefault(true);
    auto* cancel = new QPushButton(tr("Cancel"), this);
    cancel->setAutoDefault(false);
    auto* buttons = new QHBoxLayout;
    buttons->addStretch(1);
    buttons->addWidget(cancel);
    buttons->addWidget(measure_);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(20, 16, 20, 16);
    column->setSpacing(12);
    column->addWidget(heading);
    column->addLayout(grid);
    column->addWidget(hint_);
    column->addLayout(buttons);

    connect(router_, &QComboBox::currentIndexChanged, this, &NewExperimentDialog::suggestChange);
    connect(change_, &QComboBox::currentIndexChanged, this, &NewExperimentDialog::offerOrders);
    connect(order_, &QComboBox::currentIndexChanged, this, &NewExperimentDialog::showHint);
    connect(seconds_, &QSpinBox::valueChanged, this, &NewExperimentDialog::showHint);
    connect(warmup_, &QSpinBox::valueChanged, this, &NewExperimentDialog::showHint);
    connect(loads_, &QLineEdit::textChanged, this, &NewExperimentDialog::showHint);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(measure_, &QPushButton::clicked, this, &QDialog::accept);
    connect(this, &QDialog::accepted, this, [this] {
        QSettings().setValue(kSecondsKey, seconds_->value());
        QSettings().setValue(kWarmupKey, warmup_->value());
    });
    suggestChange();
    offerOrders();
    measure_->setFocus();
}

const ExperimentTarget* NewExperimentDialog::target() const {
    const int at = router_->currentIndex();
    return at >= 0 ? &targets_[static_cast<std::size_t>(at)] : nullptr;
}

// The first question most routers have: what would FastTrack do, or what does it do.
void NewExperimentDialog::suggestChange() {
    const std::optional<bool> on = target() ? target()->fastTrack : std::nullopt;
    const bool lab = target() && target()->lab;
    loads_->setEnabled(!lab);
    loads_->setPlaceholderText(lab ? tr("none: a lab makes its own") : tr("none; or for example sink:10.0.0.9, iperf3:10.0.0.9"));
    const int tuning = !on ? kNothing : static_cast<int>(*on ? Tuning::RemoveFastTrack : Tuning::AddFastTrack);
    change_->setCurrentIndex(change_->findData(tuning));
}

void NewExperimentDialog::offerOrders() {
    order_->clear();
    askTwin_->setEnabled(kept_ || change_->currentData().toInt() != kNothing);
    if (!kept_ && change_->currentData().toInt() == kNothing) {
        order_->addItem(tr("One run"), QStringLiteral("A"));
        order_->addItem(tr("Two runs"), QStringLiteral("AA"));
        order_->addItem(tr("Four runs"), QStringLiteral("AAAA"));
    } else {
        order_->addItem(tr("ABBA: without, with, with, without"), QStringLiteral("ABBA"));
        order_->addItem(tr("ABBA twice: finds smaller effects"), QStringLiteral("ABBAABBA"));
        order_->addItem(tr("AB: before and after, proves less"), QStringLiteral("AB"));
    }
    showHint();
}

void NewExperimentDialog::showHint() {
    const QString problem = loads_->isEnabled() ? loadProblem_(loads_->text()) : QString();
    measure_->setEnabled(problem.isEmpty());
    if (!problem.isEmpty()) {
        hint_->setText(plainText(problem));
        return;
    }
    const int runs = static_cast<int>(order_->currentData().toString().size());
    const QString about = tr("Takes about %1. The router carries its own traffic meanwhile.").arg(minutes(runs * (seconds_->value() + warmup_->value() + 2)));
    hint_->setText(kept_ ? tr("%1 The change is taken back for the runs without it, and is in force again at the end.").arg(about)
                   : change_->currentData().toInt() == kNothing
                       ? tr("%1 Nothing is changed on the router.").arg(about)
                       : tr("%1 The change is made for the runs with it and taken back at the end; the router holds the way back itself.").arg(about));
}

void NewExperimentDialog::setKept(const QString& title, qint64 number) {
    kept_ = number;
    change_->clear();
    change_->addItem(tr("%1, which is kept").arg(plainText(title)), kNothing);
    change_->setEnabled(false);
    router_->setEnabled(false);
    offerOrders();
}

ExperimentWish NewExperimentDialog::wish() const {
    ExperimentWish out;
    out.target = router_->currentData().toString();
    const int tuning = change_->currentData().toInt();
    if (!kept_ && tuning != kNothing) {
        out.change = static_cast<Tuning>(tuning);
    }
    out.kept = kept_;
    out.runs = order_->currentData().toString();
    out.length = {static_cast<double>(seconds_->value()), static_cast<double>(warmup_->value())};
    out.judge = static_cast<Metric>(judge_->currentData().toInt());
    out.askTwin = askTwin_->isEnabled() && askTwin_->isChecked();
    out.loads = loads_->isEnabled() ? loads_->text().simplified() : QString();
    out.title = title_->text().trimmed();
    out.question = question_->text().trimmed();
    return out;
}

} // namespace ui
