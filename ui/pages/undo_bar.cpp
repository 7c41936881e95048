#include "ui/pages/undo_bar.h"

#include "ui/widgets/command_block.h"

#include <QBoxLayout>
#include <QLabel>
#include <QPushButton>

namespace ui {

UndoBar::UndoBar(QWidget* parent)
    : AccentFrame(parent)
    , title_(new QLabel(this))
    , commands_(new CommandBlock(this))
    , undo_(new QPushButton(tr("Undo"), this)) {
    setTone(Tone::Accent);
    title_->setProperty("role", QStringLiteral("strong"));
    undo_->setObjectName(QStringLiteral("undo"));
    commands_->setMaximumTextHeight(52);
    auto* head = new QHBoxLayout;
    head->addWidget(title_, 1);
    head->addWidget(undo_);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(13, 8, 10, 10);
    column->setSpacing(6);
    column->addLayout(head);
    column->addWidget(commands_);
    connect(undo_, &QPushButton::clicked, this, &UndoBar::undoRequested);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    hide();
}

void UndoBar::offer(const QString& title, const std::vector<std::string>& lines) {
    title_->setText(tr("Undo “%1” will send").arg(title));
    std::vector<CommandLine> out;
    for (const std::string& line : lines) {
        out.push_back({QString::fromStdString(line), CommandLine::Kind::TakeBack});
    }
    commands_->setLines(out);
    show();
}

void UndoBar::setBusy(bool busy) {
    undo_->setEnabled(!busy);
}

} // namespace ui
