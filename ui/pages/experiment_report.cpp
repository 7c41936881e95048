#include "ui/pages/experiment_report.h"

#include "ui/pages/save_report_dialog.h"
#include "ui/theme/plain_text.h"
#include "ui/widgets/paper.h"

#include <QBoxLayout>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <algorithm>

namespace ui {

ExperimentReport::ExperimentReport(QWidget* parent)
    : Card(tr("Report"), parent)
    , save_(new QPushButton(tr("Save as…"), this))
    , remove_(new QPushButton(tr("Remove…"), this))
    , addNote_(new QPushButton(tr("Add note"), this))
    , paper_(new Paper(this))
    , hint_(new QLabel(this))
    , noteRow_(new QWidget(this))
    , note_(new QLineEdit(noteRow_)) {
    save_->setObjectName(QStringLiteral("saveReport"));
    save_->setToolTip(tr("HTML, PDF, CSV, JSON, Flent, or a bundle that opens again (Ctrl+S)"));
    remove_->setObjectName(QStringLiteral("removeExperiment"));
    remove_->setProperty("kind", QStringLiteral("link"));
    titleRow()->addWidget(remove_);
    titleRow()->addWidget(save_);
    paper_->setAccessibleName(tr("Report"));
    hint_->setProperty("role", QStringLiteral("dim"));
    hint_->setAlignment(Qt::AlignCenter);
    hint_->setWordWrap(true);
    hint_->setTextFormat(Qt::PlainText);
    note_->setPlaceholderText(tr("A note, for whoever reads this later"));
    note_->setAccessibleName(tr("Note"));
    auto* row = new QHBoxLayout(noteRow_);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(note_, 1);
    row->addWidget(addNote_);
    body()->addWidget(hint_, 1);
    body()->addWidget(paper_, 1);
    body()->addWidget(noteRow_);
    connect(save_, &QPushButton::clicked, this, &ExperimentReport::save);
    connect(remove_, &QPushButton::clicked, this, &ExperimentReport::remove);
    connect(addNote_, &QPushButton::clicked, this, &ExperimentReport::addNote);
    connect(note_, &QLineEdit::returnPressed, this, &ExperimentReport::addNote);
    connect(note_, &QLineEdit::textChanged, this, [this](const QString& text) { addNote_->setEnabled(!text.trimmed().isEmpty()); });
    addNote_->setEnabled(false);
}

void ExperimentReport::setSource(ExperimentSource* source) {
    source_ = source;
    connect(source, &ExperimentSource::changed, this, &ExperimentReport::showState);
    showState();
}

bool ExperimentReport::isKept() const {
    if (!source_ || source_->state().open.size() != 1) {
        return false;
    }
    const auto& entries = source_->state().entries;
    return std::any_of(entries.begin(), entries.end(), [id = source_->state().open.front().toStdString()](const auto& entry) { return entry.id == id; });
}

void ExperimentReport::showState() {
    const core::workspace::ShelfState& state = source_->state();
    const auto several = state.open.size() > 1;
    const bool file = state.open.size() == 1 && state.open.front().endsWith(QStringLiteral(".pathscope"));
    setTitle(several ? tr("Comparison") : tr("Report"));
    setSubtitle(several ? tr("of %1 experiments").arg(state.open.size()) : file ? plainText(QFileInfo(state.open.front()).fileName()) : QString());
    save_->setEnabled(state.page != nullptr);
    remove_->setVisible(isKept());
    remove_->setEnabled(!state.running);
    noteRow_->setVisible(isKept() && state.page);
    paper_->setVisible(state.page != nullptr);
    hint_->setVisible(!state.page);
    hint_->setText(!state.open.isEmpty() && state.problem.isEmpty() ? tr("Drawing the report…")
                   : state.entries.empty()                          ? tr("The report of an experiment appears here.")
                                           : tr("Choose an experiment to see its report, or several to compare them (Ctrl or Shift and click)."));
    if (state.page != drawn_) {
        drawn_ = state.page;
        paper_->setContent(drawn_
                               ? Paper::Content([source = source_](QPainter& painter, double width) { return source ? source->draw(painter, width) : 0.0; })
                               : Paper::Content());
    }
}

void ExperimentReport::addNote() {
    const QString text = note_->text().trimmed();
    if (!text.isEmpty() && isKept()) {
        source_->addNote(source_->state().open.front(), text);
        note_->clear();
    }
}

void ExperimentReport::save() {
    if (!source_ || !source_->state().page) {
        return;
    }
    auto* dialog = new SaveReportDialog(plainText(source_->state().page->title), source_->state().open.size() > 1, window());
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        if (source_) {
            const QString file = dialog->fileName();
            source_->save(file, dialog->look(), [this, file](const QString& problem) {
                if (problem.isEmpty()) {
                    Q_EMIT saved(file);
                } else {
                    Q_EMIT failed(problem);
                }
            });
        }
    });
    dialog->open();
}

void ExperimentReport::remove() {
    if (!isKept() || source_->state().running) {
        return;
    }
    const QString id = source_->state().open.front();
    auto* question =
        new QMessageBox(QMessageBox::NoIcon, tr("Remove experiment"), tr("Remove this experiment with its runs and notes?"), QMessageBox::NoButton, window());
    question->setAttribute(Qt::WA_DeleteOnClose);
    question->setInformativeText(tr("It cannot be brought back. Saved reports and bundles stay."));
    QPushButton* yes = question->addButton(tr("Remove"), QMessageBox::DestructiveRole);
    question->addButton(tr("Cancel"), QMessageBox::RejectRole);
    connect(yes, &QPushButton::clicked, this, [this, id] {
        if (source_) {
            source_->remove(id);
        }
    });
    question->open();
}

} // namespace ui
