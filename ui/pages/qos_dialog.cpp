#include "ui/pages/qos_dialog.h"

#include "core/workspace/plan_file.h"
#include "ui/pages/qos_form.h"
#include "ui/theme/plain_text.h"
#include "ui/widgets/card.h"
#include "ui/widgets/command_block.h"
#include "ui/widgets/notice_bar.h"

#include <QBoxLayout>
#include <QFileDialog>
#include <QLabel>
#include <QPushButton>
#include <QSaveFile>
#include <QScrollArea>
#include <QSettings>

namespace ui {

using core::base::Result;
using core::model::Plan;
using core::model::PlanNote;

namespace {

QString sizeKey() {
    return QStringLiteral("qos/size");
}

QString text(const std::string& utf8) {
    return QString::fromStdString(utf8);
}

} // namespace

QosDialog::QosDialog(RouterSource* source, QWidget* parent)
    : QDialog(parent)
    , source_(source)
    , form_(new QosForm(this))
    , said_(new QLabel(this))
    , commands_(new CommandBlock(this))
    , save_(new QPushButton(tr("&Save as .rsc…"), this))
    , continue_(new QPushButton(tr("&Continue…"), this)) {
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("FastTrack-friendly QoS on %1").arg(source->name()));
    resize(QSettings().value(sizeKey(), QSize(980, 680)).toSize());
    connect(this, &QDialog::finished, this, [this] { QSettings().setValue(sizeKey(), size()); });

    auto* title = new QLabel(tr("FastTrack-friendly QoS"), this);
    title->setProperty("role", QStringLiteral("title"));
    auto* about = new QLabel(tr("Queues on the interfaces packets leave by: FastTracked packets pass them too. Nothing is sent before you saw it and said so."), this);
    about->setProperty("role", QStringLiteral("dim"));
    about->setWordWrap(true);

    said_->setWordWrap(true);
    said_->setTextFormat(Qt::PlainText);
    said_->setProperty("role", QStringLiteral("dim"));
    commands_->setMaximumTextHeight(300);
    commands_->setObjectName(QStringLiteral("commands"));
    auto* sending = new Card(tr("What will be sent to %1").arg(plainText(source->name())), this);
    sending->body()->addWidget(said_);
    sending->body()->addWidget(commands_);
    auto* inside = new QWidget(this);
    inside->setObjectName(QStringLiteral("scrollBody"));
    notes_ = new QVBoxLayout;
    notes_->setSpacing(8);
    auto* right = new QVBoxLayout(inside);
    right->setContentsMargins(0, 0, 0, 0);
    right->setSpacing(10);
    right->addWidget(sending);
    right->addLayout(notes_);
    right->addStretch(1);
    auto* scroll = new QScrollArea(this);
    scroll->setWidget(inside);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->viewport()->setAutoFillBackground(false);

    form_->setFixedWidth(330);
    auto* middle = new QHBoxLayout;
    middle->setSpacing(14);
    middle->addWidget(form_);
    middle->addWidget(scroll, 1);

    auto* remove = new QPushButton(tr("&Remove what Pathscope created…"), this);
    remove->setObjectName(QStringLiteral("removeOurs"));
    remove->setProperty("kind", QStringLiteral("link"));
    auto* cancel = new QPushButton(tr("Cancel"), this);
    save_->setObjectName(QStringLiteral("save"));
    continue_->setObjectName(QStringLiteral("continue"));
    continue_->setProperty("kind", QStringLiteral("primary"));
    continue_->setDefault(true);
    for (QPushButton* button : {remove, cancel, save_}) {
        button->setAutoDefault(false);
    }
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(remove);
    buttons->addStretch(1);
    buttons->addWidget(cancel);
    buttons->addWidget(save_);
    buttons->addWidget(continue_);

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(20, 16, 20, 16);
    column->setSpacing(10);
    column->addWidget(title);
    column->addWidget(about);
    column->addLayout(middle, 1);
    column->addLayout(buttons);

    connect(form_, &QosForm::changed, this, [this] { ask(false); });
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(remove, &QPushButton::clicked, this, &QosDialog::removeOurs);
    connect(save_, &QPushButton::clicked, this, &QosDialog::save);
    connect(continue_, &QPushButton::clicked, this, [this] {
        if (plan_) {
            const Plan chosen = *plan_;
            accept();
            Q_EMIT planned(chosen);
        }
    });
    connect(source, &QObject::destroyed, this, &QDialog::reject);
    ask(true);
}

void QosDialog::ask(bool afresh) {
    const int number = ++asked_;
    answered_ = false;
    plan_.reset();
    continue_->setEnabled(false);
    save_->setEnabled(false);
    said_->setVisible(true);
    said_->setText(afresh ? tr("Reading the configuration…") : tr("Working it out…"));
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

void QosDialog::take(const Result<Plan>& answer) {
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
    showNotes(made);
    if (!lines.empty()) {
        plan_ = made;
    }
    continue_->setEnabled(plan_.has_value());
    save_->setEnabled(plan_.has_value());
    answered_ = true;
    Q_EMIT answeredChanged();
}

void QosDialog::showNotes(const Plan& plan) {
    while (QLayoutItem* item = notes_->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    const auto add = [this](Tone tone, const QString& title, const QString& words) {
        auto* bar = new NoticeBar(this);
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

void QosDialog::removeOurs() {
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
        accept();
        Q_EMIT planned(chosen);
    });
}

void QosDialog::save() {
    const QString file = QFileDialog::getSaveFileName(this, tr("Save the commands"), QStringLiteral("qos.rsc"), tr("RouterOS scripts (*.rsc)"));
    if (file.isEmpty() || !plan_) {
        return;
    }
    QSaveFile out(file);
    const QByteArray script = QByteArray::fromStdString(core::workspace::planScript(*plan_));
    if (!out.open(QIODevice::WriteOnly) || out.write(script) != script.size() || !out.commit()) {
        said_->setVisible(true);
        said_->setText(tr("%1 could not be written: %2").arg(file, out.errorString()));
    }
}

} // namespace ui
