#include "ui/widgets/lane_picture.h"

#include "ui/theme/figures.h"
#include "ui/theme/fonts.h"
#include "ui/theme/path_style.h"
#include "ui/theme/tabular_text.h"
#include "ui/theme/theme.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

namespace ui {
namespace {

using core::model::kAllPaths;
using core::model::kPathCount;
using core::model::PathKind;

constexpr double kLabelHeight = 16;
constexpr double kLabelClear = 8; // of a label that interrupts its lane
constexpr int kSlow = static_cast<int>(PathKind::Slow);

QFont labelFont(bool strong) {
    return textFont(strong ? TextRole::Strong : TextRole::Note);
}

} // namespace

LanePicture::LanePicture(QWidget* parent)
    : QWidget(parent) {
    setMouseTracking(true);
    setFocusPolicy(Qt::TabFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setAccessibleName(tr("Where packets go"));
}

void LanePicture::setTraffic(const std::optional<core::model::PathShare>& share, const std::optional<core::base::BitRate>& out) {
    share_ = share;
    out_ = out;
    if (hot_ >= static_cast<int>(shares().size())) {
        hot_ = -1;
    }
    update();
}

void LanePicture::setPlaceholder(const QString& text) {
    placeholder_ = text;
    update();
}

void LanePicture::setSlowReason(const QString& text) {
    slowReason_ = text;
    update();
}

// Background noise of a counter's rounding is not worth a sixth lane: from half a percent on it is.
bool LanePicture::showsUnattributed() const {
    return share_ && share_->unattributedShare() >= 0.005;
}

std::vector<double> LanePicture::shares() const {
    std::vector<double> out;
    for (const PathKind kind : kAllPaths) {
        out.push_back(share_ ? share_->share(kind) : 0);
    }
    if (showsUnattributed()) {
        out.push_back(share_->unattributedShare());
    }
    return out;
}

LaneLayout LanePicture::layoutNow() const {
    return layoutLanes(shares(), QRectF(rect()).adjusted(0.5, 0, -0.5, -1), kLabelHeight);
}

std::vector<LanePicture::Text> LanePicture::textsOf(const LaneLayout& layout) const {
    const Palette& p = colors();
    std::vector<Text> out;
    const auto put = [&](QRectF strip, Qt::Alignment alignment, const QString& text, const QColor& ink, bool strong,
                         bool interrupts = false) {
        const double width = tabularWidth(labelFont(strong), text);
        QRectF rect(strip.left(), strip.top(), width, strip.height());
        if (alignment & Qt::AlignRight) {
            rect.moveRight(strip.right());
        } else if (alignment & Qt::AlignHCenter) {
            rect.moveCenter(strip.center());
        }
        out.push_back({rect, text, ink, strong, interrupts});
    };
    const auto box = [&](const QRectF& rect, const QString& name, const QString& rate) {
        const QRectF upper(rect.left(), rect.center().y() - 19, rect.width(), 18);
        put(upper, Qt::AlignHCenter, name, p.text, false);
        put(upper.translated(0, 20), Qt::AlignHCenter, rate, p.dim, false);
    };
    box(layout.inBox, tr("in"), share_ ? rateText(share_->total) : absentText());
    box(layout.outBox, tr("out"), rateText(out_));

    for (std::size_t i = 0; i < layout.lanes.size(); ++i) {
        const LaneShape& lane = layout.lanes[i];
        const bool known = i < kPathCount;
        const PathKind kind = known ? kAllPaths[i] : PathKind::Slow;
        const core::base::BitRate rate = !share_ ? core::base::BitRate{} : known ? share_->of(kind) : share_->unattributed;
        const bool carries = rate.bps > 0;
        const QColor inside = known ? pathInk(p, kind) : p.text;
        const QRectF strip = lane.label.adjusted(10, 0, -10, 0);
        put(strip, Qt::AlignLeft, known ? pathName(kind) : tr("Unattributed"),
            lane.labelInside ? inside
            : carries        ? p.text
                             : p.dim,
            lane.labelInside, !lane.labelInside);
        if (!share_) {
            continue;
        }
        const double share = known ? share_->share(kind) : share_->unattributedShare();
        const QString value = carries ? rateText(rate) + QStringLiteral(" · ") + shareText(share) : QStringLiteral("0");
        const std::size_t nameAt = out.size() - 1;
        put(strip, Qt::AlignRight, value, lane.labelInside ? inside : carries ? p.text : p.dim, lane.labelInside, !lane.labelInside);
        if (static_cast<int>(i) == kSlow && carries && !slowReason_.isEmpty()) {
            // Only where it has room between name and value.
            const QRectF between(out[nameAt].rect.right() + 16, strip.top(), out.back().rect.left() - out[nameAt].rect.right() - 32,
                                 strip.height());
            if (tabularWidth(labelFont(false), slowReason_) <= between.width()) {
                put(between, Qt::AlignHCenter, slowReason_, lane.labelInside ? inside : p.dim, false, !lane.labelInside);
            }
        }
    }
    return out;
}

QPainterPath LanePicture::ribbon(const LaneLayout& layout, const LaneShape& lane, double extra) const {
    const double half = lane.thickness / 2 + extra;
    const double x0 = layout.inBox.right();
    const double x1 = layout.plateauLeft;
    const double x2 = layout.plateauRight;
    const double x3 = layout.outBox.left();
    const double bend = (x1 - x0) * 0.5;
    QPainterPath path(QPointF(x0, lane.boxY - half));
    path.cubicTo(x0 + bend, lane.boxY - half, x1 - bend, lane.plateauY - half, x1, lane.plateauY - half);
    path.lineTo(x2, lane.plateauY - half);
    path.cubicTo(x2 + bend, lane.plateauY - half, x3 - bend, lane.boxY - half, x3, lane.boxY - half);
    path.lineTo(x3, lane.boxY + half);
    path.cubicTo(x3 - bend, lane.boxY + half, x2 + bend, lane.plateauY + half, x2, lane.plateauY + half);
    path.lineTo(x1, lane.plateauY + half);
    path.cubicTo(x1 - bend, lane.plateauY + half, x0 + bend, lane.boxY + half, x0, lane.boxY + half);
    path.closeSubpath();
    return path;
}

void LanePicture::paintEvent(QPaintEvent*) {
    const Palette& p = colors();
    const LaneLayout layout = layoutNow();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);

    for (std::size_t i = 0; i < layout.lanes.size(); ++i) {
        const bool known = i < kPathCount;
        const bool carries = shares()[i] > 0;
        QBrush fill = known ? QBrush(share_ ? pathColor(p, kAllPaths[i]) : p.track) : unattributedBrush(p);
        const bool away = hot_ >= 0 && hot_ != static_cast<int>(i);
        painter.setOpacity(away ? 0.35 : carries || !share_ ? 0.94 : 0.6);
        painter.fillPath(ribbon(layout, layout.lanes[i]), fill);
    }
    painter.setOpacity(1);

    painter.setPen(QPen(p.border, 1));
    painter.setBrush(p.raised);
    for (const QRectF& box : {layout.inBox, layout.outBox}) {
        painter.drawRoundedRect(box, 8, 8);
    }
    for (const Text& text : textsOf(layout)) {
        if (text.interrupts) {
            painter.fillRect(text.rect.adjusted(-kLabelClear, 0, kLabelClear, 0), p.panel);
        }
        painter.setFont(labelFont(text.strong));
        painter.setPen(text.ink);
        drawTabular(painter, text.rect, Qt::AlignLeft | Qt::AlignVCenter, text.text);
    }
    if (!share_ && !placeholder_.isEmpty()) {
        const QFont f = textFont(TextRole::Body);
        const double width = QFontMetricsF(f).horizontalAdvance(placeholder_) + 36;
        QRectF chip(0, 0, width, 32);
        chip.moveCenter(QRectF(rect()).center());
        painter.setPen(QPen(p.border, 1));
        painter.setBrush(p.raised);
        painter.drawRoundedRect(chip, 16, 16);
        painter.setFont(f);
        painter.setPen(p.dim);
        painter.drawText(chip, Qt::AlignCenter, placeholder_);
    }
}

std::vector<QRectF> LanePicture::textRects() const {
    std::vector<QRectF> out;
    for (const Text& text : textsOf(layoutNow())) {
        out.push_back(text.rect);
    }
    return out;
}

int LanePicture::laneAt(const QPointF& at) const {
    const LaneLayout layout = layoutNow();
    for (std::size_t i = 0; i < layout.lanes.size(); ++i) {
        const bool onLabel = layout.lanes[i].label.contains(at);
        if (onLabel || ribbon(layout, layout.lanes[i], 3).contains(at)) { // 3: hairlines must be easy to hit
            return static_cast<int>(i);
        }
    }
    return -1;
}

QString LanePicture::tipOf(int lane) const {
    if (lane >= static_cast<int>(kPathCount)) {
        return tr("Unattributed: traffic that moved, but no counter of this router says on which path.");
    }
    const PathKind kind = kAllPaths[static_cast<std::size_t>(lane)];
    QString tip = QStringLiteral("<b>%1</b>").arg(pathName(kind));
    if (share_) {
        tip += QStringLiteral(" · %1 · %2").arg(rateText(share_->of(kind)), shareText(share_->share(kind)));
    }
    return tip + QStringLiteral("<br>") + pathMeaning(kind);
}

void LanePicture::highlight(int lane) {
    if (hot_ != lane) {
        hot_ = lane;
        setCursor(lane >= 0 && lane < static_cast<int>(kPathCount) ? Qt::PointingHandCursor : Qt::ArrowCursor);
        update();
    }
}

void LanePicture::mouseMoveEvent(QMouseEvent* event) {
    highlight(laneAt(event->position()));
}

void LanePicture::leaveEvent(QEvent*) {
    highlight(-1);
}

void LanePicture::mouseReleaseEvent(QMouseEvent* event) {
    const int lane = laneAt(event->position());
    if (event->button() == Qt::LeftButton && lane >= 0 && lane < static_cast<int>(kPathCount)) {
        Q_EMIT pathClicked(kAllPaths[static_cast<std::size_t>(lane)]);
    }
}

void LanePicture::keyPressEvent(QKeyEvent* event) {
    const int count = static_cast<int>(kPathCount);
    switch (event->key()) {
    case Qt::Key_Down:
        highlight(hot_ < 0 ? 0 : (hot_ + 1) % count);
        break;
    case Qt::Key_Up:
        highlight(hot_ <= 0 ? count - 1 : hot_ - 1);
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        if (hot_ >= 0 && hot_ < count) {
            Q_EMIT pathClicked(kAllPaths[static_cast<std::size_t>(hot_)]);
        }
        break;
    default:
        QWidget::keyPressEvent(event);
    }
}

void LanePicture::focusInEvent(QFocusEvent* event) {
    QWidget::focusInEvent(event);
    highlight(kSlow);
}

void LanePicture::focusOutEvent(QFocusEvent* event) {
    QWidget::focusOutEvent(event);
    highlight(-1);
}

bool LanePicture::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        auto* help = static_cast<QHelpEvent*>(event);
        if (const int lane = laneAt(help->pos()); lane >= 0) {
            QToolTip::showText(help->globalPos(), tipOf(lane), this);
        } else {
            QToolTip::hideText();
        }
        return true;
    }
    return QWidget::event(event);
}

} // namespace ui
