#include "ui/shell/lab_dialog.h"

#include "core/workspace/workspace.h"
#include "ui/shell/two_line_delegate.h"

#include <QBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>

namespace ui {
namespace {

constexpr int kNameRole = Qt::UserRole + 1;
} // namespace

LabDialog::LabDialog(QWidget* parent)
    : QDialog(parent)
    , list_(new QListWidget(this)) {
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowModality(Qt::WindowModal);
    setWindowTitle(tr("Open a lab"));
    resize(560, 460);
    auto* title = new QLabel(tr("Open a lab"), this);
    title->setProperty("role", QStringLiteral("title"));
    auto* text = new QLabel(
        tr("Each lab starts a software router on this machine, with a board's limits, a configuration and traffic of its own."), this);
    text->setProperty("role", QStringLiteral("dim"));
    text->setWordWrap(true);
    list_->setItemDelegate(new TwoLineDelegate(list_));
    list_->setMouseTracking(true);
    list_->viewport()->setAutoFillBackground(false);
    list_->setAccessibleName(tr("Labs"));

    auto* open = new QPushButton(tr("Open"), this);
    open->setProperty("kind", QStringLiteral("primary"));
    open->setDefault(true);
    open->setEnabled(false);
    auto* cancel = new QPushButton(tr("Cancel"), this);
    cancel->setAutoDefault(false);
    if (const auto labs = core::workspace::Workspace::labs()) {
        for (const core::workspace::LabInfo& lab : *labs) {
            auto* item = new QListWidgetItem(lab.title.isEmpty() ? lab.name : lab.title, list_);
            item->setData(kNameRole, lab.name);
            item->setData(TwoLineDelegate::kDetailRole, lab.board.isEmpty() ? lab.name : lab.name + QStringLiteral(" · ") + lab.board);
            if (lab.name == core::workspace::Workspace::defaultLab()) {
                list_->setCurrentItem(item);
            }
        }
    } else {
        text->setText(QString::fromStdString(labs.error().describe()));
        text->setProperty("role", QStringLiteral("bad"));
    }
    open->setEnabled(list_->currentItem() != nullptr);
    connect(list_, &QListWidget::currentItemChanged, this, [open](QListWidgetItem* item) { open->setEnabled(item != nullptr); });
    connect(list_, &QListWidget::itemDoubleClicked, this, &QDialog::accept);
    connect(open, &QPushButton::clicked, this, &QDialog::accept);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);

    auto* buttons = new QHBoxLayout;
    buttons->addStretch(1);
    buttons->addWidget(cancel);
    buttons->addWidget(open);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(20, 16, 20, 16);
    column->setSpacing(10);
    column->addWidget(title);
    column->addWidget(text);
    column->addWidget(list_, 1);
    column->addLayout(buttons);
    list_->setFocus();
}

QString LabDialog::chosen() const {
    return list_->currentItem() ? list_->currentItem()->data(kNameRole).toString() : QString();
}

} // namespace ui
