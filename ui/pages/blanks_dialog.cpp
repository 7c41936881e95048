#include "ui/pages/blanks_dialog.h"

#include "ui/theme/plain_text.h"

#include <QBoxLayout>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

namespace ui {

BlanksDialog::BlanksDialog(const QString& title, const std::vector<core::workspace::FixBlank>& blanks, QWidget* parent)
    : QDialog(parent)
    , go_(new QPushButton(tr("Continue…"), this)) {
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowModality(Qt::WindowModal);
    setWindowTitle(title);
    setMinimumWidth(460);
    auto* heading = new QLabel(plainText(title), this);
    heading->setProperty("role", QStringLiteral("title"));
    heading->setWordWrap(true);
    auto* about = new QLabel(tr("The configuration does not say this. Nothing is sent yet: the commands are shown next."), this);
    about->setProperty("role", QStringLiteral("dim"));
    about->setWordWrap(true);
    auto* form = new QFormLayout;
    form->setRowWrapPolicy(QFormLayout::WrapAllRows);
    form->setSpacing(4);
    for (const core::workspace::FixBlank& blank : blanks) {
        auto* line = new QLineEdit(this);
        line->setObjectName(QString::fromStdString(blank.name));
        line->setAccessibleName(QString::fromStdString(blank.meaning));
        form->addRow(QString::fromStdString(blank.meaning), line);
        connect(line, &QLineEdit::textChanged, this, &BlanksDialog::look);
        lines_[blank.name] = line;
    }
    auto* cancel = new QPushButton(tr("Cancel"), this);
    cancel->setAutoDefault(false);
    go_->setObjectName(QStringLiteral("goOn"));
    go_->setProperty("kind", QStringLiteral("primary"));
    go_->setDefault(true);
    auto* buttons = new QHBoxLayout;
    buttons->addStretch(1);
    buttons->addWidget(cancel);
    buttons->addWidget(go_);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(20, 16, 20, 16);
    column->setSpacing(10);
    column->addWidget(heading);
    column->addWidget(about);
    column->addLayout(form);
    column->addLayout(buttons);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(go_, &QPushButton::clicked, this, [this] {
        core::workspace::FixFill fill;
        for (const auto& [name, line] : lines_) {
            fill[name] = line->text().trimmed().toStdString();
        }
        accept();
        Q_EMIT filled(fill);
    });
    look();
}

void BlanksDialog::look() {
    bool whole = true;
    for (const auto& [name, line] : lines_) {
        whole = whole && !line->text().trimmed().isEmpty();
    }
    go_->setEnabled(whole);
}

} // namespace ui
