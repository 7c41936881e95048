#include "ui/widgets/card.h"

#include "ui/theme/theme.h"

#include <QBoxLayout>
#include <QLabel>
#include <QPainter>

namespace ui {

Card::Card(const QString& title, QWidget* parent)
    : QFrame(parent) {
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(13, 10, 13, 11);
    outer->setSpacing(6);
    titleRow_ = new QHBoxLayout;
    titleRow_->setSpacing(6);
    title_ = new QLabel(title, this);
    title_->setProperty("role", QStringLiteral("strong"));
    subtitle_ = new QLabel(this);
    subtitle_->setProperty("role", QStringLiteral("dim"));
    subtitle_->setMinimumWidth(0);
    titleRow_->addWidget(title_);
    titleRow_->addWidget(subtitle_);
    titleRow_->addStretch(1);
    title_->setVisible(!title.isEmpty());
    subtitle_->hide();
    if (!title.isEmpty()) {
        outer->addLayout(titleRow_);
    }
    body_ = new QVBoxLayout;
    body_->setSpacing(8);
    outer->addLayout(body_, 1);
}

void Card::setTitle(const QString& text) {
    title_->setText(text);
    placeSubtitle();
}

void Card::setSubtitle(const QString& text) {
    if (subtitle_->text() == text) {
        return;
    }
    subtitle_->setText(text);
    placeSubtitle();
}

void Card::placeSubtitle() {
    const int room = width() - 32 - title_->sizeHint().width();
    subtitle_->setVisible(!subtitle_->text().isEmpty() && subtitle_->sizeHint().width() <= room);
}

void Card::resizeEvent(QResizeEvent* event) {
    QFrame::resizeEvent(event);
    placeSubtitle();
}

void Card::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colors().line, 1));
    painter.setBrush(colors().panel);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 10, 10);
}

} // namespace ui
