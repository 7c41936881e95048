#include "ui/pages/change_dialog.h"

#include "ui/theme/plain_text.h"
#include "ui/widgets/command_block.h"
#include "ui/widgets/notice_bar.h"

#include <QBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QShortcut>

namespace ui {
namespace {

QString text(const std::string& utf8) {
    return QString::fromStdString(utf8);
}

QLabel* heading(const QString& words, QWidget* parent) {
    auto* label = new QLabel(words, parent);
    label->setProperty("role", QStringLiteral("strong"));
    return label;
}

} // namespace

ChangeDialog::ChangeDialog(const core::model::Plan& plan, const QString& routerName, QWidget* parent)
    : QDialog(parent) {
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowModality(Qt::WindowModal);
    setWindowTitle(tr("%1 on %2").arg(text(plan.title), routerName));
    setMinimumWidth(640);

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(20, 16, 20, 16);
    column->setSpacing(8);
    auto* title = new QLabel(text(plan.title), this);
    title->setProperty("role", QStringLiteral("title"));
    column->addWidget(title);
    if (!plan.expectation.empty()) {
        auto* expectation = new QLabel(text(plan.expectation), this);
        expectation->setProperty("role", QStringLiteral("dim"));
        expectation->setWordWrap(true);
        column->addWidget(expectation);
    }

    for (const core::model::PlanNote& note : plan.notes) {
        const bool warning = note.tone == core::model::PlanNote::Tone::Warning;
        auto* bar = new NoticeBar(this);
        bar->present(warning ? Tone::Warn : Tone::Ok, plainText(note.title), plainText(note.text), {}, false);
        column->addWidget(bar);
    }

    std::vector<CommandLine> send;
    std::vector<CommandLine> back;
    for (const core::model::PlanStep& step : plan.steps) {
        if (!step.why.empty()) {
            send.push_back({text(step.why), CommandLine::Kind::Note});
        }
        send.push_back({text(step.commandLine), CommandLine::Kind::Send});
    }
    for (auto step = plan.steps.rbegin(); step != plan.steps.rend(); ++step) {
        back.push_back({text(step->inverseLine), CommandLine::Kind::TakeBack});
    }
    column->addSpacing(6);
    column->addWidget(heading(tr("What will be sent to %1").arg(routerName), this));
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

    auto* buttons = new QHBoxLayout;
    auto* hint = new QLabel(tr("Nothing has been sent yet. Once it is, the router takes it back by itself after three minutes unless you keep it."), this);
    hint->setProperty("role", QStringLiteral("small"));
    hint->setWordWrap(true);
    auto* tryIt = new QPushButton(tr("Try on twin"), this);
    tryIt->setObjectName(QStringLiteral("tryOnTwin"));
    tryIt->setAutoDefault(false);
    auto* cancel = new QPushButton(tr("Cancel"), this);
    auto* apply = new QPushButton(tr("Apply"), this);
    apply->setObjectName(QStringLiteral("apply"));
    apply->setProperty("kind", QStringLiteral("primary"));
    apply->setDefault(true);
    cancel->setAutoDefault(false);
    buttons->addWidget(hint, 1);
    buttons->addWidget(tryIt);
    buttons->addWidget(cancel);
    buttons->addWidget(apply);
    column->addSpacing(8);
    column->addLayout(buttons);
    connect(tryIt, &QPushButton::clicked, this, [this] {
        reject();
        Q_EMIT tryRequested();
    });
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(apply, &QPushButton::clicked, this, &QDialog::accept);
    for (const int key : {Qt::Key_Return, Qt::Key_Enter}) {
        connect(new QShortcut(QKeySequence(QKeyCombination(Qt::ControlModifier, static_cast<Qt::Key>(key))), this), &QShortcut::activated,
                this, &QDialog::accept);
    }
    apply->setFocus();
}

void ChangeDialog::showEvent(QShowEvent* event) {
    QDialog::showEvent(event);
    adjustSize(); // the command blocks know their height only now that they know their width
}

} // namespace ui
