#include "ui/pages/change_dialog.h"

#include "core/workspace/plan_file.h"
#include "ui/pages/guard_form.h"
#include "ui/pages/save_file.h"
#include "ui/theme/plain_text.h"
#include "ui/theme/verdict_style.h"
#include "ui/widgets/command_block.h"
#include "ui/widgets/notice_bar.h"
#include "ui/widgets/path_badge.h"

#include <QBoxLayout>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <QShortcut>
#include <algorithm>

namespace ui {
namespace {

constexpr std::size_t kMostPaths = 6;

QString text(const std::string& utf8) {
    return QString::fromStdString(utf8);
}

QLabel* heading(const QString& words, QWidget* parent) {
    auto* label = new QLabel(words, parent);
    label->setProperty("role", QStringLiteral("strong"));
    return label;
}

// Faster paths come first in the enum; none and unknown are slowest.
int rankOf(const core::model::VerdictPath& path) {
    return path.kind ? static_cast<int>(*path.kind) : 99;
}

bool meansSlower(const core::model::Plan& plan) {
    return std::any_of(plan.paths.begin(), plan.paths.end(), [](const auto& path) { return rankOf(path.then) > rankOf(path.now); });
}

} // namespace

ChangeDialog::ChangeDialog(const core::model::Plan& plan, const QString& name, For what, QWidget* parent)
    : QDialog(parent)
    , plan_(plan)
    , what_(what)
    , inside_(new QWidget(this))
    , failure_(new NoticeBar(this)) {
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowModality(Qt::WindowModal);
    setWindowTitle(what == For::Router ? tr("%1 on %2").arg(text(plan.title), name) : tr("%1 in %2").arg(text(plan.title), name));
    setMinimumWidth(700);

    auto* title = new QLabel(plainText(text(plan.title)), this);
    title->setProperty("role", QStringLiteral("title"));
    title->setWordWrap(true);
    inside_->setObjectName(QStringLiteral("scrollBody"));
    auto* column = new QVBoxLayout(inside_);
    column->setContentsMargins(0, 0, 8, 0);
    column->setSpacing(8);
    if (!plan.expectation.empty() && plan.paths.empty()) {
        auto* expectation = new QLabel(plainText(text(plan.expectation)), this);
        expectation->setProperty("role", QStringLiteral("dim"));
        expectation->setWordWrap(true);
        column->addWidget(expectation);
    }
    addPaths(column);
    QStringList risks;
    for (const core::model::Risk risk : core::workspace::risksOf(plan)) {
        risks << QString::fromUtf8(core::workspace::riskText(risk).data(), static_cast<qsizetype>(core::workspace::riskText(risk).size()));
    }
    if (!risks.isEmpty()) {
        auto* bar = new NoticeBar(this);
        bar->setObjectName(QStringLiteral("risks"));
        bar->present(Tone::Warn, tr("What may happen"), risks.join(u' '), {}, false);
        column->addWidget(bar);
    }
    for (const core::model::PlanNote& note : plan.notes) {
        const bool warning = note.tone == core::model::PlanNote::Tone::Warning;
        auto* bar = new NoticeBar(this);
        bar->present(warning ? Tone::Warn : Tone::Ok, plainText(note.title), plainText(note.text), {}, false);
        column->addWidget(bar);
    }
    addCommands(column, name);
    column->addStretch(1);
    auto* scroll = new QScrollArea(this);
    scroll->setWidget(inside_);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->viewport()->setAutoFillBackground(false);

    auto* hint = new QLabel(what == For::Router ? tr("Nothing has been sent yet.") : tr("A file is not a router: nothing is sent."), this);
    hint->setProperty("role", QStringLiteral("small"));
    auto* keep = new QPushButton(tr("&Save as .rsc…"), this);
    keep->setObjectName(QStringLiteral("savePlan"));
    auto* tryIt = new QPushButton(tr("Try on twin"), this);
    tryIt->setObjectName(QStringLiteral("tryOnTwin"));
    auto* cancel = new QPushButton(what == For::Router ? tr("Cancel") : tr("Close"), this);
    for (QPushButton* button : {keep, tryIt, cancel}) {
        button->setAutoDefault(false);
    }
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(hint, 1);
    buttons->addWidget(keep);
    buttons->addWidget(tryIt);
    buttons->addWidget(cancel);
    failure_->hide();

    auto* whole = new QVBoxLayout(this);
    whole->setContentsMargins(20, 16, 20, 16);
    whole->setSpacing(8);
    whole->addWidget(title);
    whole->addWidget(failure_);
    whole->addWidget(scroll, 1);
    if (what == For::Router) {
        guard_ = new GuardForm(meansSlower(plan), this);
        whole->addWidget(guard_);
        auto* apply = new QPushButton(tr("Apply"), this);
        apply->setObjectName(QStringLiteral("apply"));
        apply->setProperty("kind", QStringLiteral("primary"));
        apply->setDefault(true);
        buttons->addWidget(apply);
        connect(apply, &QPushButton::clicked, this, &QDialog::accept);
        for (const int key : {Qt::Key_Return, Qt::Key_Enter}) {
            connect(new QShortcut(QKeySequence(QKeyCombination(Qt::ControlModifier, static_cast<Qt::Key>(key))), this), &QShortcut::activated, this, &QDialog::accept);
        }
        apply->setFocus();
    }
    whole->addLayout(buttons);
    connect(keep, &QPushButton::clicked, this, &ChangeDialog::save);
    connect(tryIt, &QPushButton::clicked, this, [this] {
        reject();
        Q_EMIT tryRequested();
    });
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
}

void ChangeDialog::addPaths(QBoxLayout* column) {
    if (plan_.paths.empty()) {
        return;
    }
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(10);
    grid->setVerticalSpacing(4);
    const std::size_t shown = std::min(plan_.paths.size(), kMostPaths);
    for (std::size_t i = 0; i < shown; ++i) {
        const core::model::ExpectedPath& path = plan_.paths[i];
        const int row = static_cast<int>(i);
        auto* now = new PathBadge(this);
        now->set(path.now, {});
        auto* then = new PathBadge(this);
        then->set(path.then, {});
        grid->addWidget(new QLabel(QStringLiteral("%1 → %2").arg(plainText(path.from), plainText(path.to)), this), row, 0);
        grid->addWidget(now, row, 1);
        grid->addWidget(new QLabel(tr("becomes"), this), row, 2);
        grid->addWidget(then, row, 3);
    }
    grid->setColumnStretch(4, 1);
    column->addLayout(grid);
    if (plan_.paths.size() > shown) {
        auto* more = new QLabel(tr("and %n more", nullptr, static_cast<int>(plan_.paths.size() - shown)), this);
        more->setProperty("role", QStringLiteral("small"));
        column->addWidget(more);
    }
}

void ChangeDialog::addCommands(QBoxLayout* column, const QString& name) {
    std::vector<CommandLine> send;
    std::vector<CommandLine> back;
    std::string why;
    for (const core::model::PlanStep& step : plan_.steps) {
        if (!step.why.empty() && step.why != why) { // once for steps that belong together
            send.push_back({text(step.why), CommandLine::Kind::Note});
        }
        why = step.why;
        send.push_back({text(step.commandLine), CommandLine::Kind::Send});
    }
    for (auto step = plan_.steps.rbegin(); step != plan_.steps.rend(); ++step) {
        for (const QString& line : text(step->inverseLine).split(u'\n', Qt::SkipEmptyParts)) {
            back.push_back({line, CommandLine::Kind::TakeBack});
        }
    }
    column->addWidget(heading(what_ == For::Router ? tr("What will be sent to %1").arg(plainText(name)) : tr("What would change it"), this));
    auto* sending = new CommandBlock(this);
    sending->setObjectName(QStringLiteral("sending"));
    sending->setMaximumTextHeight(260);
    sending->setLines(send);
    column->addWidget(sending);
    column->addSpacing(4);
    column->addWidget(heading(tr("The way back"), this));
    auto* undoing = new CommandBlock(this);
    undoing->setObjectName(QStringLiteral("undoing"));
    undoing->setMaximumTextHeight(120);
    undoing->setLines(back);
    column->addWidget(undoing);
}

core::workspace::ChangeTerms ChangeDialog::terms() const {
    return guard_ == nullptr ? core::workspace::ChangeTerms() : guard_->terms();
}

void ChangeDialog::save() {
    saveFile({tr("Save the commands"), tr("RouterOS scripts (*.rsc)"), QStringLiteral("rsc"), QStringLiteral("change.rsc")}, QByteArray::fromStdString(core::workspace::planScript(plan_)), this,
             [this](const QString& why) { failure_->present(Tone::Bad, tr("The commands were not saved"), why); });
}

// As high as what it shows, but never higher than the screen. The command blocks know their height only once they know their width.
void ChangeDialog::showEvent(QShowEvent* event) {
    QDialog::showEvent(event);
    layout()->activate();
    const int rest = layout()->sizeHint().height() - inside_->parentWidget()->parentWidget()->sizeHint().height();
    resize(width(), std::min(rest + inside_->sizeHint().height() + 4, screen()->availableGeometry().height() * 9 / 10));
}

} // namespace ui
