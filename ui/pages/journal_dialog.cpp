#include "ui/pages/journal_dialog.h"

#include "ui/models/journal_model.h"
#include "ui/theme/plain_text.h"
#include "ui/widgets/command_block.h"

#include <QBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSettings>
#include <QTableView>

namespace ui {

using core::base::Result;
using core::workspace::JournalCommand;
using core::workspace::JournalDetails;
using core::workspace::JournalEntry;

namespace {

constexpr qsizetype kShown = 400; // of one command or answer; scripts and exports are longer
QString sizeKey() {
    return QStringLiteral("journal/size");
}

QString cut(QString text) {
    text = plainText(text.section(u'\n', 0, 0));
    return text.size() > kShown ? text.left(kShown) + QStringLiteral(" …") : text;
}

} // namespace

JournalDialog::JournalDialog(RouterSource* source, QWidget* parent)
    : QDialog(parent)
    , source_(source)
    , model_(new JournalModel(this))
    , table_(new QTableView(this))
    , about_(new QLabel(this))
    , commands_(new CommandBlock(this))
    , undo_(new QPushButton(tr("Undo this change…"), this)) {
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Changes to %1").arg(source->name()));
    resize(QSettings().value(sizeKey(), QSize(820, 620)).toSize());
    connect(this, &QDialog::finished, this, [this] { QSettings().setValue(sizeKey(), size()); });

    auto* title = new QLabel(tr("Changes to %1").arg(source->name()), this);
    title->setTextFormat(Qt::PlainText);
    title->setProperty("role", QStringLiteral("title"));
    table_->setModel(model_);
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setSelectionMode(QAbstractItemView::SingleSelection);
    table_->setShowGrid(false);
    table_->verticalHeader()->hide();
    table_->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    table_->horizontalHeader()->setSectionResizeMode(JournalModel::TitleColumn, QHeaderView::Stretch);
    table_->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    table_->setAccessibleName(tr("Changes"));
    table_->setTabKeyNavigation(false);
    about_->setTextFormat(Qt::PlainText);
    about_->setWordWrap(true);
    about_->setProperty("role", QStringLiteral("dim"));
    commands_->setMaximumTextHeight(240);
    undo_->setObjectName(QStringLiteral("undoChange"));
    undo_->setEnabled(false);
    undo_->setAutoDefault(false);
    auto* close = new QPushButton(tr("Close"), this);
    close->setDefault(true);

    auto* buttons = new QHBoxLayout;
    buttons->addWidget(undo_);
    buttons->addStretch(1);
    buttons->addWidget(close);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(20, 16, 20, 16);
    column->setSpacing(10);
    column->addWidget(title);
    column->addWidget(table_, 1);
    column->addWidget(about_);
    column->addWidget(commands_);
    column->addLayout(buttons);
    connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &JournalDialog::choose);
    connect(undo_, &QPushButton::clicked, this, &JournalDialog::planUndo);
    connect(close, &QPushButton::clicked, this, &QDialog::accept);
    connect(source, &RouterSource::changeStateChanged, this, [this] {
        if (source_ && !source_->pendingChange()) {
            load();
        }
    });
    connect(source, &QObject::destroyed, this, &QDialog::reject);
    commands_->hide();
    about_->setText(tr("Reading the journal…"));
    load();
}

void JournalDialog::load() {
    QCoro::connect(core::workspace::loadJournal(source_->journalName()), this, [this](const Result<std::vector<JournalEntry>>& entries) {
        if (!entries) {
            about_->setText(QString::fromStdString(entries.error().describe()));
            return;
        }
        const qint64 before = chosen_;
        model_->setEntries(*entries);
        if (entries->empty()) {
            about_->setText(tr("Pathscope has not changed anything on this router yet."));
        }
        for (int row = 0; row < model_->rowCount(); ++row) {
            if (row == 0 || model_->entry(row)->number == before) {
                table_->selectRow(row);
            }
        }
    });
}

void JournalDialog::choose() {
    const JournalEntry* entry = model_->entry(table_->currentIndex().row());
    chosen_ = entry ? entry->number : 0;
    undo_->setEnabled(false);
    if (entry) {
        QCoro::connect(core::workspace::loadJournalEntry(entry->number), this, [this, asked = entry->number](const Result<JournalDetails>& details) {
            if (asked == chosen_) {
                showDetails(details);
            }
        });
    }
}

void JournalDialog::showDetails(const Result<JournalDetails>& details) {
    if (!details) {
        about_->setText(QString::fromStdString(details.error().describe()));
        commands_->hide();
        return;
    }
    const JournalEntry& entry = details->entry;
    about_->setText(breakable(tr("%1: %2. %3").arg(plainText(entry.title), outcomeText(entry.outcome), plainText(entry.detail)).trimmed()));
    std::vector<CommandLine> lines;
    for (const JournalCommand& command : details->commands) {
        const QString said = command.result.isEmpty() ? tr("no answer was heard") : cut(command.result);
        lines.push_back({command.at.toString(QStringLiteral("HH:mm:ss")) + QStringLiteral(" → ") + said, CommandLine::Kind::Note});
        lines.push_back({cut(command.command), CommandLine::Kind::Quote});
    }
    commands_->setLines(lines);
    commands_->setVisible(!lines.empty());
    undo_->setEnabled(entry.outcome == QStringLiteral("kept") && source_ && !source_->pendingChange() &&
                      source_->state().link == core::workspace::LinkState::Online);
}

void JournalDialog::planUndo() {
    if (!source_ || chosen_ == 0) {
        return;
    }
    undo_->setEnabled(false);
    QCoro::connect(source_->planUndo(chosen_), this, [this](const Result<core::model::Plan>& plan) {
        undo_->setEnabled(true);
        if (!plan) {
            about_->setText(QString::fromStdString(plan.error().describe()));
        } else if (plan->steps.empty()) {
            about_->setText(QString::fromStdString(plan->obstacle));
        } else {
            Q_EMIT undoPlanned(*plan);
        }
    });
}

} // namespace ui
