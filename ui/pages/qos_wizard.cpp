#include "ui/pages/qos_wizard.h"

#include "core/workspace/plan_file.h"
#include "ui/pages/change_bar.h"
#include "ui/pages/explain_source.h"
#include "ui/pages/guard_form.h"
#include "ui/pages/qos_form.h"
#include "ui/pages/qos_trial.h"
#include "ui/pages/save_file.h"
#include "ui/pages/tab_strip.h"
#include "ui/theme/plain_text.h"
#include "ui/widgets/card.h"
#include "ui/widgets/command_block.h"
#include "ui/widgets/notice_bar.h"
#include "ui/widgets/status_pill.h"

#include <QBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QSplitter>
#include <QStackedWidget>
#include <algorithm>

namespace ui {

using core::base::Result;
using core::model::Plan;
using core::model::PlanNote;
using core::workspace::QosLinks;

namespace {

QString text(const std::string& utf8) {
    return QString::fromStdString(utf8);
}

QStringList stepNames() {
    return {QosWizard::tr("Links"), QosWizard::tr("Bandwidth"), QosWizard::tr("Shaper"), QosWizard::tr("Try on twin"), QosWizard::tr("Apply & verify")};
}

QStringList tabNames() {
    QStringList out;
    for (const QString& name : stepNames()) {
        out << QStringLiteral("%1 %2").arg(out.size() + 1).arg(name);
    }
    return out;
}

QScrollArea* scrolled(QWidget* inside, QWidget* parent) {
    inside->setObjectName(QStringLiteral("scrollBody"));
    auto* scroll = new QScrollArea(parent);
    scroll->setWidget(inside);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->viewport()->setAutoFillBackground(false);
    return scroll;
}

} // namespace

QosWizard::QosWizard(RouterSource* source, QWidget* parent)
    : QWidget(parent)
    , source_(source)
    , form_(new QosForm(this))
    , trial_(new QosTrial(source->explain() ? source->explain()->twin() : nullptr, this))
    , guard_(new GuardForm(false, this))
    , change_(new ChangeBar(this))
    , failure_(new NoticeBar(this))
    , tabs_(new TabStrip(tabNames(), this))
    , where_(new StatusPill(this))
    , steps_(new QStackedWidget(this))
    , said_(new QLabel(this))
    , undo_(new QLabel(this))
    , commands_(new CommandBlock(this))
    , cancel_(new QPushButton(tr("Cancel"), this))
    , save_(new QPushButton(tr("&Save as .rsc"), this))
    , apply_(new QPushButton(tr("&Apply"), this))
    , next_(new QPushButton(tr("&Next"), this)) {
    build();
    connect(form_, &QosForm::changed, this, [this] { ask(false); });
    connect(trial_, &QosTrial::answeredChanged, this, &QosWizard::answeredChanged);
    connect(tabs_, &TabStrip::pageChosen, this, &QosWizard::showStep);
    connect(guard_, &GuardForm::changed, this, [this] { apply_->setText(tr("&Apply with %1 s confirm").arg(guard_->terms().confirmSeconds)); });
    connect(cancel_, &QPushButton::clicked, this, &QosWizard::closed);
    connect(next_, &QPushButton::clicked, this, [this] { tabs_->choose(std::min<int>(tabs_->page() + 1, ApplyAt)); });
    connect(save_, &QPushButton::clicked, this, &QosWizard::save);
    connect(apply_, &QPushButton::clicked, this, [this] {
        if (plan_) {
            sent_ = true;
            Q_EMIT applyRequested(*plan_, guard_->terms());
        }
    });
    connect(change_, &ChangeBar::keepRequested, this, &QosWizard::keepRequested);
    connect(change_, &ChangeBar::rollBackRequested, this, &QosWizard::rollBackRequested);
    connect(source, &RouterSource::changeStateChanged, this, &QosWizard::showChange);
    connect(source, &RouterSource::sampleAdded, this, &QosWizard::readSeen);
    connect(source, &QObject::destroyed, this, &QosWizard::closed);
    showStep(LinksAt);
    readLinks();
}

void QosWizard::build() {
    steps_->addWidget(scrolled(form_, this));
    steps_->addWidget(trial_);
    steps_->addWidget(scrolled(applyPage(), this));
    auto* columns = new QSplitter(Qt::Horizontal, this);
    columns->setHandleWidth(10);
    columns->setChildrenCollapsible(false);
    columns->addWidget(steps_);
    columns->addWidget(planColumn());
    columns->setStretchFactor(0, 53);
    columns->setStretchFactor(1, 47);
    columns->setSizes({530, 470});
    steps_->setMinimumWidth(400);
    tabs_->setSpansVisible(false);
    failure_->hide();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 12, 16, 12);
    column->setSpacing(10);
    column->addWidget(header());
    column->addWidget(tabs_);
    column->addWidget(failure_);
    column->addWidget(columns, 1);
}

QWidget* QosWizard::header() {
    auto* bar = new QWidget(this);
    auto* title = new QLabel(tr("FastTrack-friendly QoS"), bar);
    title->setProperty("role", QStringLiteral("title"));
    auto* name = new StatusPill(bar);
    name->set(plainText(source_->name()));
    cancel_->setObjectName(QStringLiteral("cancelQos"));
    save_->setObjectName(QStringLiteral("save"));
    apply_->setObjectName(QStringLiteral("applyQos"));
    next_->setObjectName(QStringLiteral("next"));
    for (QPushButton* button : {apply_, next_}) {
        button->setProperty("kind", QStringLiteral("primary"));
    }
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    row->addWidget(title);
    row->addSpacing(6);
    row->addWidget(name);
    row->addWidget(where_);
    row->addStretch(1);
    for (QPushButton* button : {cancel_, save_, next_, apply_}) {
        row->addWidget(button);
    }
    return bar;
}

QWidget* QosWizard::applyPage() {
    auto* page = new QWidget(this);
    auto* terms = new Card(tr("When it is taken back"), page);
    terms->body()->addWidget(guard_);
    auto* looked = new QLabel(tr("Before the first command is sent the router is given its way back, in its scheduler and, where it has one, in safe mode. Afterwards a new connection is tried, and "
                                 "whether the queues see at least 95 of 100 octets that FastTrack carries: else it is taken back by itself."),
                              page);
    looked->setWordWrap(true);
    looked->setProperty("role", QStringLiteral("dim"));
    terms->body()->addWidget(looked);
    auto* remove = new QPushButton(tr("&Remove what Pathscope created…"), page);
    remove->setObjectName(QStringLiteral("removeOurs"));
    remove->setProperty("kind", QStringLiteral("link"));
    connect(remove, &QPushButton::clicked, this, &QosWizard::removeOurs);
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(10);
    column->addWidget(change_);
    column->addWidget(terms);
    column->addWidget(remove, 0, Qt::AlignLeft);
    column->addStretch(1);
    return page;
}

QWidget* QosWizard::planColumn() {
    auto* card = new Card(tr("What will be sent to the router"), this);
    card->setMinimumWidth(360);
    for (QLabel* label : {said_, undo_}) {
        label->setWordWrap(true);
        label->setTextFormat(Qt::PlainText);
        label->setProperty("role", QStringLiteral("dim"));
    }
    undo_->setText(tr("Undo: automatic unless you keep it in time, or at once when it gets worse."));
    commands_->setMaximumTextHeight(320);
    commands_->setObjectName(QStringLiteral("commands"));
    auto* inside = new QWidget(card);
    notes_ = new QVBoxLayout;
    notes_->setSpacing(8);
    auto* column = new QVBoxLayout(inside);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(10);
    column->addWidget(said_);
    column->addWidget(commands_);
    column->addLayout(notes_);
    column->addStretch(1);
    card->body()->addWidget(scrolled(inside, card), 1);
    card->body()->addWidget(undo_);
    return card;
}

void QosWizard::turnTo(Step step) {
    tabs_->choose(step);
}

void QosWizard::showStep(int step) {
    const QStringList names = stepNames();
    where_->set(tr("%1 of %2 · %3").arg(step + 1).arg(names.size()).arg(names[step]));
    if (step <= ShaperAt) {
        form_->setCurrentIndex(step);
    }
    steps_->setCurrentIndex(step <= ShaperAt ? 0 : step - ShaperAt);
    apply_->setText(tr("&Apply with %1 s confirm").arg(guard_->terms().confirmSeconds));
    next_->setVisible(step < ApplyAt);
    apply_->setVisible(step == ApplyAt);
    if (step == BandwidthAt) {
        readSeen();
    }
    Q_EMIT answeredChanged();
}

void QosWizard::readLinks() {
    said_->setText(tr("Reading the configuration…"));
    commands_->hide();
    save_->setEnabled(false);
    apply_->setEnabled(false);
    QCoro::connect(source_->qosLinks(), this, [this](const Result<QosLinks>& links) {
        if (links) {
            links_ = *links;
            form_->setLinks(links_);
            readSeen();
        }
        ask(false); // what cannot be read is said by the plan
    });
}

// The most of one second on the links to the provider, in both directions.
void QosWizard::readSeen() {
    if (!source_ || tabs_->page() != BandwidthAt) {
        return;
    }
    core::base::BitRate down, up;
    for (const core::model::RateSample& sample : source_->history()) {
        core::base::BitRate in, out;
        for (const core::model::InterfaceRates& interface : sample.interfaces) {
            const bool wan = std::any_of(links_.wans.begin(), links_.wans.end(), [&](const auto& link) { return link.parent == interface.name; });
            in += wan ? interface.rx.value_or(core::base::BitRate{}) : core::base::BitRate{};
            out += wan ? interface.tx.value_or(core::base::BitRate{}) : core::base::BitRate{};
        }
        down = std::max(down, in);
        up = std::max(up, out);
    }
    form_->setSeen(down, up);
}

void QosWizard::ask(bool afresh) {
    const int number = ++asked_;
    answered_ = false;
    plan_.reset();
    apply_->setEnabled(false);
    save_->setEnabled(false);
    if (!source_) {
        return;
    }
    core::workspace::QosRequest request;
    request.wishes = form_->wishes();
    QCoro::connect(source_->planQos(std::move(request), afresh), this, [this, number](const Result<Plan>& answer) {
        if (number == asked_) { // else another wish was made meanwhile
            take(answer);
        }
    });
}

void QosWizard::take(const Result<Plan>& answer) {
    std::vector<CommandLine> lines;
    Plan none;
    const Plan& made = answer ? *answer : none;
    for (const core::model::PlanStep& step : made.steps) {
        if (!step.why.empty()) {
            lines.push_back({text(step.why), CommandLine::Kind::Note});
        }
        lines.push_back({text(step.commandLine), CommandLine::Kind::Send});
    }
    commands_->setLines(lines);
    commands_->setVisible(!lines.empty());
    said_->setText(plainText(text(answer ? (lines.empty() ? made.obstacle : made.expectation) : answer.error().describe())));
    said_->setVisible(!said_->text().isEmpty());
    undo_->setVisible(!lines.empty());
    showNotes(made);
    if (!lines.empty()) {
        plan_ = made;
    }
    trial_->setPlan(plan_);
    save_->setEnabled(plan_.has_value());
    answered_ = true;
    showChange();
    Q_EMIT answeredChanged();
}

bool QosWizard::answered() const {
    return answered_ && (tabs_->page() != TwinAt || !plan_ || trial_->answered());
}

void QosWizard::showNotes(const Plan& plan) {
    while (QLayoutItem* item = notes_->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    const auto add = [this](Tone tone, const QString& title, const QString& words) {
        auto* bar = new NoticeBar(this);
        bar->setObjectName(QStringLiteral("note"));
        bar->present(tone, plainText(title), plainText(words), {}, false);
        notes_->addWidget(bar);
    };
    for (const std::string& alternative : plan.alternatives) {
        add(Tone::Accent, tr("Instead"), text(alternative));
    }
    for (const PlanNote& note : plan.notes) {
        add(note.tone == PlanNote::Tone::Warning ? Tone::Warn : Tone::Ok, text(note.title), text(note.text));
    }
}

// Of a change that was begun here, or stands in the way of one.
void QosWizard::showChange() {
    if (!source_) {
        return;
    }
    const auto pending = source_->pendingChange();
    change_->show(pending, sent_ ? source_->lastChangeEnd() : std::nullopt);
    apply_->setEnabled(plan_ && !pending);
    cancel_->setText(sent_ ? tr("Close") : tr("Cancel"));
    const auto end = source_->lastChangeEnd();
    if (sent_ && !pending && end && end->outcome == core::model::ChangeOutcome::Kept && end->number != kept_) {
        kept_ = end->number;
        ask(true); // what is left to be sent now
    }
}

void QosWizard::removeOurs() {
    if (!source_) {
        return;
    }
    core::workspace::QosRequest request;
    request.remove = true;
    const int number = ++asked_;
    QCoro::connect(source_->planQos(std::move(request), false), this, [this, number](const Result<Plan>& answer) {
        if (number != asked_) {
            return;
        }
        if (!answer || answer->steps.empty()) {
            take(answer);
            return;
        }
        const Plan chosen = *answer;
        Q_EMIT closed();
        Q_EMIT planned(chosen);
    });
}

void QosWizard::save() {
    if (plan_) {
        saveFile({tr("Save the commands"), tr("RouterOS scripts (*.rsc)"), QStringLiteral("rsc"), QStringLiteral("qos.rsc")}, QByteArray::fromStdString(core::workspace::planScript(*plan_)), this,
                 [this](const QString& why) { failure_->present(Tone::Bad, tr("The commands were not saved"), why); });
    }
}

} // namespace ui
