#include "ui/charts/curve_chart.h"

#include "ui/theme/fonts.h"
#include "ui/theme/tabular_text.h"
#include "ui/theme/theme.h"

#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

namespace ui {
namespace {

QColor inkColor(CurveChart::Ink ink) {
    return ink == CurveChart::Ink::Before ? colors().badFill : ink == CurveChart::Ink::After ? colors().okFill : colors().accent;
}

double highest(const std::vector<CurveChart::Curve>& curves, bool ofX) {
    double top = 0;
    for (const CurveChart::Curve& curve : curves) {
        for (const QPointF& point : curve.points) {
            top = std::max(top, ofX ? point.x() : point.y());
        }
    }
    return top;
}

// A given top is divided in four.
AxisScale scaleOf(const CurveChart::Axis& axis, double highest, int divisions) {
    if (axis.top > 0) {
        return {axis.top / 4, 4};
    }
    return axisScaleFor(highest > 0 ? highest : 1, divisions);
}

QString label(const CurveChart::Axis& axis, const AxisScale& scale, int i) {
    const QString number = axisLabel(scale, i);
    // "50 k" takes the unit without another space: "50 kB".
    return i < scale.divisions || axis.unit.isEmpty() ? number : number.back().isLetter() ? number + axis.unit : number + u' ' + axis.unit;
}

QString valueText(double value, const QString& unit) {
    const double top = std::abs(value);
    const bool thousands = top >= 10000 && unit == QLatin1String("B");
    const double shown = thousands ? value / 1000 : value;
    return QString::number(shown, 'f', std::abs(shown) < 9.95 ? 1 : 0) + (thousands ? QStringLiteral(" k") : QStringLiteral(" ")) + unit;
}

} // namespace

std::optional<double> valueAt(const std::vector<QPointF>& points, double x) {
    const auto next = std::lower_bound(points.begin(), points.end(), x, [](const QPointF& point, double at) { return point.x() < at; });
    if (next == points.end() || (next == points.begin() && next->x() > x)) {
        return std::nullopt;
    }
    if (next == points.begin() || next->x() <= x) {
        return next->y();
    }
    const QPointF& before = *(next - 1);
    return before.y() + (next->y() - before.y()) * (x - before.x()) / (next->x() - before.x());
}

CurveChart::CurveChart(QWidget* parent)
    : QWidget(parent) {
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void CurveChart::setAxes(const Axis& x, const Axis& y) {
    x_ = x;
    y_ = y;
    update();
}

void CurveChart::setCurves(std::vector<Curve> curves) {
    curves_ = std::move(curves);
    update();
}

void CurveChart::setPlaceholder(const QString& text) {
    placeholder_ = text;
    update();
}

void CurveChart::paintEvent(QPaintEvent*) {
    const QRectF plot = QRectF(rect()).adjusted(52, 8, -14, x_.title.isEmpty() ? -20 : -36);
    const bool empty = std::all_of(curves_.begin(), curves_.end(), [](const Curve& curve) { return curve.points.empty(); });
    QPainter painter(this);
    painter.setFont(textFont(TextRole::Small));
    if (empty) {
        painter.setPen(colors().dim);
        painter.setFont(textFont(TextRole::Body));
        painter.drawText(rect(), Qt::AlignCenter | Qt::TextWordWrap, placeholder_);
        return;
    }
    const AxisScale x = scaleOf(x_, highest(curves_, true), 5);
    const AxisScale y = scaleOf(y_, highest(curves_, false) * 1.06, plot.height() > 110 ? 4 : 2);
    paintGrid(painter, plot, x, y);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.save();
    painter.setClipRect(plot.adjusted(-1, -2, 1, 2));
    for (const Curve& curve : curves_) {
        QPolygonF line;
        for (const QPointF& point : curve.points) {
            line << QPointF(plot.left() + point.x() / x.top() * plot.width(), plot.bottom() - point.y() / y.top() * plot.height());
        }
        painter.setPen(QPen(inkColor(curve.ink), 2, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter.drawPolyline(line);
    }
    painter.restore();
    paintNames(painter, plot, x.top(), y.top());
    paintReadout(painter, plot, x.top());
}

void CurveChart::paintGrid(QPainter& painter, const QRectF& plot, const AxisScale& x, const AxisScale& y) const {
    const Palette& p = colors();
    for (int i = 0; i <= y.divisions; ++i) {
        const double at = std::round(plot.bottom() - plot.height() * i / y.divisions) + 0.5;
        painter.setPen(QPen(i == 0 ? p.line : p.lineSoft, 1));
        painter.drawLine(QPointF(plot.left(), at), QPointF(plot.right(), at));
        painter.setPen(p.dim);
        drawTabular(painter, QRectF(0, at - 8, plot.left() - 8, 16), Qt::AlignRight | Qt::AlignVCenter, label(y_, y, i));
    }
    painter.setPen(QPen(p.line, 1));
    painter.drawLine(QPointF(std::round(plot.left()) + 0.5, plot.top()), QPointF(std::round(plot.left()) + 0.5, plot.bottom()));
    painter.setPen(p.dim);
    for (int i = 0; i <= x.divisions; ++i) {
        const QString text = label(x_, x, i);
        const double width = tabularWidth(painter.font(), text);
        const double at = std::clamp(plot.left() + plot.width() * i / x.divisions - width / 2, 0.0, this->width() - width);
        drawTabular(painter, QRectF(at, plot.bottom() + 4, width, 15), Qt::AlignLeft, text);
    }
    if (!x_.title.isEmpty()) {
        painter.drawText(QRectF(plot.left(), plot.bottom() + 19, plot.width(), 16), Qt::AlignCenter, x_.title);
    }
}

// In the corner the curves leave free: the lower right of a rising curve, the upper right of others.
void CurveChart::paintNames(QPainter& painter, const QRectF& plot, double right, double top) const {
    if (curves_.size() < 2 && (curves_.empty() || curves_.front().name.isEmpty())) {
        return;
    }
    double width = 0;
    for (const Curve& curve : curves_) {
        width = std::max(width, tabularWidth(painter.font(), curve.name));
    }
    const bool high = std::any_of(curves_.begin(), curves_.end(), [&](const Curve& curve) { return valueAt(curve.points, right * 0.8).value_or(0) > top / 2; });
    const double height = 17 * static_cast<double>(curves_.size());
    QRectF row(plot.right() - width - 18, high ? plot.bottom() - height - 8 : plot.top() + 4, width + 18, 17);
    for (const Curve& curve : curves_) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(inkColor(curve.ink));
        painter.drawRoundedRect(QRectF(row.left(), row.center().y() - 1.5, 12, 3), 1.5, 1.5);
        painter.setPen(colors().text);
        drawTabular(painter, row.adjusted(18, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, curve.name);
        row.translate(0, 17);
    }
}

void CurveChart::paintReadout(QPainter& painter, const QRectF& plot, double right) const {
    if (!hoverX_ || *hoverX_ < plot.left() || *hoverX_ > plot.right()) {
        return;
    }
    const double x = (*hoverX_ - plot.left()) / plot.width() * right;
    const Palette& p = colors();
    painter.setPen(QPen(p.faint, 1));
    painter.drawLine(QPointF(*hoverX_, plot.top()), QPointF(*hoverX_, plot.bottom()));
    constexpr double kRow = 16;
    double width = 130;
    for (const Curve& curve : curves_) {
        width = std::max(width, tabularWidth(painter.font(), curve.name) + 105);
    }
    QRectF box(*hoverX_ + 12, plot.top() + 2, width, kRow * static_cast<double>(curves_.size() + 1) + 10);
    if (box.right() > plot.right()) {
        box.moveRight(*hoverX_ - 12);
    }
    painter.setPen(QPen(p.border, 1));
    painter.setBrush(p.raised);
    painter.drawRoundedRect(box, 6, 6);
    QRectF row(box.left() + 10, box.top() + 5, box.width() - 20, kRow);
    painter.setPen(p.dim);
    drawTabular(painter, row, Qt::AlignLeft | Qt::AlignVCenter, valueText(x, x_.unit));
    for (const Curve& curve : curves_) {
        row.translate(0, kRow);
        painter.setPen(Qt::NoPen);
        painter.setBrush(inkColor(curve.ink));
        painter.drawRoundedRect(QRectF(row.left(), row.center().y() - 4.5, 9, 9), 2, 2);
        painter.setPen(p.dim);
        drawTabular(painter, row.adjusted(15, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, curve.name);
        // A distribution that has reached its end stays there.
        const bool over = !curve.points.empty() && y_.top > 0 && x > curve.points.back().x();
        const auto value = over ? std::optional(curve.points.back().y()) : valueAt(curve.points, x);
        painter.setPen(p.text);
        drawTabular(painter, row, Qt::AlignRight | Qt::AlignVCenter, value ? valueText(*value, y_.unit) : QStringLiteral("–"));
    }
}

void CurveChart::mouseMoveEvent(QMouseEvent* event) {
    hoverX_ = event->position().x();
    update();
}

void CurveChart::leaveEvent(QEvent*) {
    hoverX_.reset();
    update();
}

} // namespace ui
