// One or two curves over a value that is no time of day: shares of round trips over milliseconds, what waited over the seconds of a run.
//
//   chart->setAxes({tr("round trip"), "ms", 0}, {{}, "%", 100});
//   chart->setCurves({{tr("now"), CurveChart::Ink::Before, points}, {tr("with this change"), CurveChart::Ink::After, more}});
//
// Both axes begin at zero. The pointer reads off each curve. GUI thread.
#pragma once

#include "ui/charts/axis_scale.h"

#include <QPointF>
#include <QWidget>
#include <optional>
#include <vector>

namespace ui {

class CurveChart : public QWidget {
    Q_OBJECT
public:
    enum class Ink {
        Only,   // nothing to compare with
        Before, // the way it is
        After,  // the way it would be
    };
    struct Curve {
        QString name;
        Ink ink = Ink::Only;
        std::vector<QPointF> points; // x rises
    };
    struct Axis {
        QString title; // empty: none
        QString unit;  // stands behind the last label: "50 ms"
        double top = 0; // 0: what the curves need
    };

    explicit CurveChart(QWidget* parent = nullptr);

    void setAxes(const Axis& x, const Axis& y);
    void setCurves(std::vector<Curve> curves);
    // Shown while there is nothing to draw.
    void setPlaceholder(const QString& text);

    [[nodiscard]] QSize sizeHint() const override { return {480, 240}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {240, 110}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    void paintGrid(QPainter& painter, const QRectF& plot, const AxisScale& x, const AxisScale& y) const;
    void paintNames(QPainter& painter, const QRectF& plot, double right, double top) const;
    void paintReadout(QPainter& painter, const QRectF& plot, double right) const;

    std::vector<Curve> curves_;
    Axis x_, y_;
    QString placeholder_;
    std::optional<double> hoverX_;
};

// The curve at x: between two points on the straight line; absent before the first point and behind the last.
[[nodiscard]] std::optional<double> valueAt(const std::vector<QPointF>& points, double x);

} // namespace ui
