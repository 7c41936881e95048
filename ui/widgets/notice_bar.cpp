#include "ui/widgets/notice_bar.h"

#include "ui/theme/plain_text.h"

#include <QBoxLayout>
#include <QLabel>
#include <QPushButton>

namespace ui {

NoticeBar::NoticeBar(QWidget* parent)
    : AccentFrame(parent)
    , title_(new QLabel(this))
    , text_(new QLabel(this))
    , action_(new QPushButton(this))
    , dismiss_(new QPushButton(tr("Dismiss"), this)) {
    title_->setProperty("role", QStringLiteral("strong"));
    text_->setProperty("role", QStringLiteral("dim"));
    text_->setWordWrap(true);
    for (QLabel* label : {title_, text_}) {
        label->setTextFormat(Qt::PlainText); // what a router says is never markup
    }
    text_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    dismiss_->setProperty("kind", QStringLiteral("link"));
    auto* words = new QVBoxLayout;
    words->setSpacing(1);
    words->addWidget(title_);
    words->addWidget(text_);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(14, 7, 10, 8);
    row->setSpacing(8);
    row->addLayout(words, 1);
    row->addWidget(action_, 0, Qt::AlignVCenter);
    row->addWidget(dismiss_, 0, Qt::AlignVCenter);
    connect(action_, &QPushButton::clicked, this, &NoticeBar::actionTriggered);
    connect(dismiss_, &QPushButton::clicked, this, &QWidget::hide);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    hide();
}

void NoticeBar::present(Tone tone, const QString& title, const QString& text, const QString& action, bool dismissable) {
    setTone(tone);
    title_->setText(title);
    setText(text);
    action_->setText(action);
    action_->setVisible(!action.isEmpty());
    dismiss_->setVisible(dismissable);
    show();
}

void NoticeBar::setText(const QString& text) {
    text_->setText(breakable(text));
    text_->setVisible(!text.isEmpty());
}

QString NoticeBar::title() const {
    return title_->text();
}

QString NoticeBar::text() const {
    return text_->text().remove(QChar(0x200B));
}

} // namespace ui
