#include "ui/pages/documentation_view.h"

#include <QBoxLayout>
#include <QLabel>
#include <QPushButton>

namespace ui {
namespace {

constexpr qsizetype kShort = 20; // longer ids would make the column as wide as they are

} // namespace

DocumentationView::DocumentationView(const QString& id, const QString& page, QWidget* parent)
    : QWidget(parent)
    , title_(id.size() <= kShort ? tr("About %1").arg(id) : tr("More about this"))
    , page_(page)
    , toggle_(new QPushButton(QStringLiteral("▸ ") + title_, this)) {
    toggle_->setProperty("kind", QStringLiteral("link"));
    toggle_->setAccessibleName(tr("About %1").arg(id));
    toggle_->setToolTip(id);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(3);
    column->addWidget(toggle_, 0, Qt::AlignLeft);
    connect(toggle_, &QPushButton::clicked, this, &DocumentationView::unfold);
}

void DocumentationView::unfold() {
    if (content_ == nullptr) {
        content_ = new QWidget(this);
        auto* column = new QVBoxLayout(content_);
        column->setContentsMargins(6, 0, 0, 4);
        column->setSpacing(2);
        const auto add = [&](const QString& text, const char* role) {
            auto* label = new QLabel(text, content_);
            label->setTextFormat(Qt::PlainText);
            label->setWordWrap(true);
            label->setTextInteractionFlags(Qt::TextSelectableByMouse);
            label->setProperty("role", QString::fromLatin1(role));
            column->addWidget(label);
        };
        QString paragraph;
        const auto flush = [&] {
            if (!paragraph.isEmpty()) {
                add(paragraph, "dim");
                paragraph.clear();
            }
        };
        for (const QString& line : page_.split(u'\n')) {
            if (line.startsWith(QStringLiteral("## "))) {
                flush();
                column->addSpacing(3);
                add(line.mid(3), "strong");
            } else if (line.startsWith(u'#')) {
                add(line.mid(2), "small"); // the id
            } else if (line.isEmpty()) {
                flush();
            } else {
                paragraph += (paragraph.isEmpty() ? QString() : QStringLiteral(" ")) + line;
            }
        }
        flush();
        layout()->addWidget(content_);
    } else {
        content_->setVisible(content_->isHidden());
    }
    toggle_->setText((content_->isHidden() ? QStringLiteral("▸ ") : QStringLiteral("▾ ")) + title_);
}

} // namespace ui
