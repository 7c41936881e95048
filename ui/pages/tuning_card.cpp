#include "ui/pages/tuning_card.h"

#include "ui/theme/fonts.h"

#include <QBoxLayout>
#include <QLabel>
#include <QPushButton>

namespace ui {

TuningCard::TuningCard(const QString& menu, const QString& text, QWidget* parent)
    : AccentFrame(parent)
    , title_(new QLabel(this))
    , text_(new QLabel(text, this))
    , buttons_(new QHBoxLayout) {
    title_->setProperty("role", QStringLiteral("strong"));
    title_->setWordWrap(true);
    text_->setProperty("role", QStringLiteral("dim"));
    text_->setWordWrap(true);
    auto* where = new QLabel(menu, this);
    where->setFont(textFont(TextRole::Mono));
    where->setProperty("role", QStringLiteral("small"));
    where->setStyleSheet(QStringLiteral("font-family: 'DejaVu Sans Mono', monospace;"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(13, 7, 10, 9);
    column->setSpacing(2);
    column->addWidget(title_);
    column->addWidget(where);
    column->addSpacing(1);
    column->addWidget(text_);
    column->addSpacing(5);
    column->addLayout(buttons_);
    buttons_->setSpacing(6);
    buttons_->addStretch(1);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
}

void TuningCard::setTitle(const QString& title, Tone tone) {
    title_->setText(title);
    setTone(tone);
}

void TuningCard::setText(const QString& text) {
    text_->setText(text);
}

QPushButton* TuningCard::addButton(const QString& label) {
    auto* button = new QPushButton(label, this);
    buttons_->insertWidget(buttons_->count() - 1, button);
    return button;
}

} // namespace ui
