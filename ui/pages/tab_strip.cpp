#include "ui/pages/tab_strip.h"

#include "ui/theme/fonts.h"
#include "ui/theme/theme.h"

#include <QAbstractButton>
#include <QButtonGroup>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <array>

namespace ui {
namespace {

using core::base::kSecond;
using core::base::Nanos;

constexpr std::array<Nanos, 3> kSpans{60 * kSecond, 300 * kSecond, 3600 * kSecond};

class Tab : public QAbstractButton {
public:
    Tab(const QString& text, QWidget* parent)
        : QAbstractButton(parent) {
        setText(text);
        setCheckable(true);
        setFont(textFont(TextRole::Body));
        setCursor(Qt::PointingHandCursor);
        setFocusPolicy(Qt::TabFocus);
        setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Expanding);
    }
    [[nodiscard]] QSize sizeHint() const override {
        const int badge = badge_.isEmpty() ? 0 : QFontMetrics(textFont(TextRole::Strong)).horizontalAdvance(badge_) + kBadgeGap;
        return {QFontMetrics(font()).horizontalAdvance(text()) + 2 + badge, 33};
    }
    void setBadge(int number) {
        badge_ = number > 0 ? QString::number(number) : QString();
        setAccessibleDescription(badge_);
        updateGeometry();
        update();
    }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.setPen(isChecked() || underMouse() ? colors().text : colors().dim);
        painter.setFont(font());
        painter.drawText(rect(), Qt::AlignLeft | Qt::AlignVCenter, text());
        if (!badge_.isEmpty()) {
            const int at = QFontMetrics(font()).horizontalAdvance(text()) + kBadgeGap;
            painter.setFont(textFont(TextRole::Strong));
            painter.setPen(colors().bad);
            painter.drawText(rect().adjusted(at, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, badge_);
        }
        if (isChecked()) {
            painter.fillRect(QRect(0, height() - 2, width(), 2), colors().accent);
        }
        if (hasFocus()) {
            painter.setPen(QPen(colors().border, 1));
            painter.drawRect(rect().adjusted(0, 5, -1, -6));
        }
    }

private:
    static constexpr int kBadgeGap = 5;
    QString badge_;
};

} // namespace

TabStrip::TabStrip(const QStringList& pages, QWidget* parent)
    : QWidget(parent)
    , pages_(new QButtonGroup(this))
    , spans_(new QButtonGroup(this))
    , spanRow_(new QWidget(this)) {
    setFixedHeight(34);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(22);
    for (int i = 0; i < pages.size(); ++i) {
        auto* tab = new Tab(pages[i], this);
        pages_->addButton(tab, i);
        row->addWidget(tab);
    }
    pages_->button(0)->setChecked(true);
    row->addStretch(1);
    auto* spans = new QHBoxLayout(spanRow_);
    spans->setContentsMargins(0, 0, 0, 0);
    spans->setSpacing(2);
    auto* live = new QLabel(tr("Live"), this);
    live->setProperty("role", QStringLiteral("dim"));
    spans->addWidget(live);
    spans->addSpacing(4);
    const QStringList names{tr("1 min"), tr("5 min"), tr("1 h")};
    for (int i = 0; i < names.size(); ++i) {
        auto* chip = new QPushButton(names[i], this);
        chip->setProperty("kind", QStringLiteral("chip"));
        chip->setCheckable(true);
        spans_->addButton(chip, i);
        spans->addWidget(chip);
    }
    spans_->button(0)->setChecked(true);
    row->addWidget(spanRow_);
    connect(pages_, &QButtonGroup::idClicked, this, &TabStrip::pageChosen);
    connect(spans_, &QButtonGroup::idClicked, this, [this] { Q_EMIT spanChosen(span()); });
}

Nanos TabStrip::span() const {
    return kSpans[static_cast<std::size_t>(spans_->checkedId())];
}

int TabStrip::page() const {
    return pages_->checkedId();
}

void TabStrip::choose(int page) {
    if (page != this->page()) {
        pages_->button(page)->setChecked(true);
        Q_EMIT pageChosen(page);
    }
}

void TabStrip::setBadge(int page, int number) {
    static_cast<Tab*>(pages_->button(page))->setBadge(number);
}

void TabStrip::setSpansVisible(bool visible) {
    spanRow_->setVisible(visible);
}

void TabStrip::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(QRect(0, height() - 1, width(), 1), colors().line);
}

} // namespace ui
