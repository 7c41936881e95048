#include "ui/pages/experiments_page.h"

#include "ui/pages/experiment_list.h"
#include "ui/pages/experiment_report.h"
#include "ui/pages/experiment_strip.h"
#include "ui/pages/new_experiment_dialog.h"
#include "ui/pages/path_past_view.h"
#include "ui/theme/plain_text.h"
#include "ui/widgets/notice_bar.h"

#include <QBoxLayout>
#include <QButtonGroup>
#include <QFileDialog>
#include <QLabel>
#include <QPushButton>
#include <QSettings>
#include <QShortcut>
#include <QSplitter>
#include <QStackedWidget>

namespace ui {
namespace {

constexpr QLatin1String kExperimentColumnsKey("v1/experiments/columns");
enum ExperimentView { ReportsAt, HistoryAt };

} // namespace

ExperimentsPage::ExperimentsPage(QWidget* parent)
    : QWidget(parent)
    , new_(new QPushButton(tr("New experiment…"), this))
    , strip_(new ExperimentStrip(this))
    , notice_(new NoticeBar(this))
    , views_(new QButtonGroup(this))
    , stack_(new QStackedWidget(this))
    , columns_(new QSplitter(Qt::Horizontal, stack_))
    , list_(new ExperimentList(columns_))
    , report_(new ExperimentReport(columns_))
    , past_(new PathPastView(stack_)) {
    auto* title = new QLabel(tr("Experiments"), this);
    title->setProperty("role", QStringLiteral("title"));
    auto* about = new QLabel(tr("What changes did, measured"), this);
    about->setProperty("role", QStringLiteral("dim"));
    auto* bundle = new QPushButton(tr("Open bundle…"), this);
    bundle->setToolTip(tr("Evidence that somebody saved: NAME.pathscope"));
    new_->setObjectName(QStringLiteral("newExperiment"));
    new_->setProperty("kind", QStringLiteral("primary"));
    auto* head = new QHBoxLayout;
    head->setSpacing(8);
    head->addWidget(title);
    head->addWidget(about, 1);
    for (const QString& name : {tr("Reports"), tr("History")}) {
        auto* chip = new QPushButton(name, this);
        chip->setProperty("kind", QStringLiteral("chip"));
        chip->setCheckable(true);
        chip->setChecked(views_->buttons().isEmpty());
        views_->addButton(chip, static_cast<int>(views_->buttons().size()));
        head->addWidget(chip);
    }
    head->addSpacing(10);
    head->addWidget(bundle);
    head->addWidget(new_);

    columns_->addWidget(list_);
    columns_->addWidget(report_);
    columns_->setHandleWidth(10);
    columns_->setChildrenCollapsible(false);
    columns_->setStretchFactor(1, 1);
    list_->setMinimumWidth(270);
    report_->setMinimumWidth(420);
    if (!columns_->restoreState(QSettings().value(kExperimentColumnsKey).toByteArray())) {
        columns_->setSizes({330, 850});
    }
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 12, 16, 12);
    column->setSpacing(10);
    column->addLayout(head);
    column->addWidget(strip_);
    column->addWidget(notice_);
    stack_->addWidget(columns_);
    stack_->addWidget(past_);
    column->addWidget(stack_, 1);
    setFocusProxy(list_);

    connect(views_, &QButtonGroup::idClicked, this, &ExperimentsPage::turnTo);
    connect(new_, &QPushButton::clicked, this, &ExperimentsPage::askNew);
    connect(bundle, &QPushButton::clicked, this, &ExperimentsPage::chooseBundle);
    connect(report_, &ExperimentReport::saved, this, [this](const QString& file) { notice_->present(Tone::Ok, tr("Saved"), plainText(file)); });
    connect(report_, &ExperimentReport::failed, this,
            [this](const QString& problem) { notice_->present(Tone::Bad, tr("The report was not saved"), plainText(problem)); });
    const auto key = [this](QKeySequence keys, auto what) {
        auto* shortcut = new QShortcut(keys, this);
        shortcut->setContext(Qt::WidgetWithChildrenShortcut);
        connect(shortcut, &QShortcut::activated, this, what);
    };
    key(QKeySequence::Save, [this] { report_->save(); });
    auto* remove = new QShortcut(QKeySequence::Delete, list_); // not in the fields beside it
    remove->setContext(Qt::WidgetWithChildrenShortcut);
    connect(remove, &QShortcut::activated, report_, &ExperimentReport::remove);
}

ExperimentsPage::~ExperimentsPage() {
    QSettings().setValue(kExperimentColumnsKey, columns_->saveState());
}

void ExperimentsPage::setSource(ExperimentSource* source) {
    source_ = source;
    connect(source, &ExperimentSource::changed, this, &ExperimentsPage::showState);
    connect(source, &ExperimentSource::progressed, this, [this] { strip_->show(source_->state()); });
    connect(list_, &ExperimentList::chosenChanged, source, &ExperimentSource::open);
    connect(strip_, &ExperimentStrip::cancelRequested, source, &ExperimentSource::cancel);
    connect(notice_, &NoticeBar::actionTriggered, this, &ExperimentsPage::labRequested);
    connect(source, &ExperimentSource::measured, this, [this] { turnTo(ReportsAt); });
    report_->setSource(source);
    past_->setSource(source);
    showState();
}

void ExperimentsPage::refresh() {
    if (source_) {
        source_->refresh();
        if (stack_->currentIndex() == HistoryAt) {
            past_->load();
        }
    }
}

void ExperimentsPage::turnTo(int view) {
    views_->button(view)->setChecked(true);
    stack_->setCurrentIndex(view);
    if (view == HistoryAt) {
        past_->load();
    }
}

void ExperimentsPage::showHistory() {
    turnTo(HistoryAt);
}

void ExperimentsPage::showState() {
    const core::workspace::ShelfState& state = source_->state();
    list_->show(state);
    strip_->show(state);
    new_->setEnabled(!state.running);
    const QString told = !state.outcome.isEmpty() ? state.outcome : !state.problem.isEmpty() ? state.problem : state.listProblem;
    if (told != std::exchange(told_, told)) {
        if (told.isEmpty()) {
            notice_->hide();
        } else {
            notice_->present(Tone::Warn, !state.outcome.isEmpty() ? tr("The experiment ended early") : tr("This cannot be shown"), plainText(told));
        }
    }
}

void ExperimentsPage::ask(const std::vector<ExperimentTarget>& targets, const QString& current, std::optional<std::pair<QString, qint64>> kept) {
    if (!source_ || source_->state().running) {
        return;
    }
    if (targets.empty()) {
        notice_->present(Tone::Accent, tr("No router to measure"), tr("Connect to a router, or open a lab: a router in software with traffic of its own."),
                         tr("Open a lab…"));
        return;
    }
    auto* dialog = new NewExperimentDialog(
        targets, current, [source = source_](const QString& loads) { return source ? source->loadProblem(loads) : QString(); }, window());
    if (kept) {
        dialog->setKept(kept->first, kept->second);
    }
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        if (source_) {
            source_->measure(dialog->wish());
        }
    });
    dialog->open();
}

void ExperimentsPage::askNew() {
    if (source_) {
        ask(source_->targets(), source_->currentTarget(), std::nullopt);
    }
}

void ExperimentsPage::askForKept(const QString& target, const QString& title, qint64 number) {
    if (!source_) {
        return;
    }
    std::vector<ExperimentTarget> targets = source_->targets();
    std::erase_if(targets, [&](const ExperimentTarget& each) { return each.id != target; });
    ask(targets, target, std::pair(title, number));
}

void ExperimentsPage::openBundle(const QString& fileName) {
    if (source_) {
        turnTo(ReportsAt);
        source_->open({fileName});
    }
}

void ExperimentsPage::chooseBundle() {
    auto* dialog = new QFileDialog(window(), tr("Open bundle"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilter(tr("Pathscope bundles (*.pathscope)"));
    connect(dialog, &QFileDialog::fileSelected, this, &ExperimentsPage::openBundle);
    dialog->open();
}

} // namespace ui
