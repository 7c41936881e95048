#include "ui/shell/welcome_page.h"

#include <QBoxLayout>
#include <QLabel>
#include <QPushButton>

namespace ui {

WelcomePage::WelcomePage(QWidget* parent)
    : QWidget(parent) {
    auto* title = new QLabel(tr("Which path do your packets take?"), this);
    title->setProperty("role", QStringLiteral("title"));
    auto* text =
        new QLabel(tr("Connect to a RouterOS device, open a lab (a software router on this machine with traffic of its own), or drop an export here."), this);
    text->setProperty("role", QStringLiteral("dim"));
    auto* add = new QPushButton(tr("Connect to a router…"), this);
    add->setProperty("kind", QStringLiteral("primary"));
    auto* lab = new QPushButton(tr("Open a lab…"), this);
    auto* file = new QPushButton(tr("Open an export…"), this);
    connect(file, &QPushButton::clicked, this, &WelcomePage::exportRequested);
    connect(add, &QPushButton::clicked, this, &WelcomePage::connectRequested);
    connect(lab, &QPushButton::clicked, this, &WelcomePage::labRequested);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(10);
    buttons->addStretch(1);
    buttons->addWidget(add);
    buttons->addWidget(lab);
    buttons->addWidget(file);
    buttons->addStretch(1);
    auto* column = new QVBoxLayout(this);
    column->setSpacing(10);
    column->addStretch(2);
    column->addWidget(title, 0, Qt::AlignHCenter);
    column->addWidget(text, 0, Qt::AlignHCenter);
    column->addSpacing(8);
    column->addLayout(buttons);
    column->addStretch(3);
}

} // namespace ui
