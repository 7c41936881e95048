// Throughput over time, stacked by path, with markers where something changed. Gaps are left open.
//
//   chart->setSpan(60 * core::base::kSecond);
//   chart->setData(ui::pathSamples(router.history()), events, now);   // once per sample
//
// Repaints at most ten times a second however often it is fed or the pointer moves. GUI thread.
#pragma once

#include "ui/charts/path_series.h"

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>
#include <optional>

namespace ui {

struct ChartEvent {
    core::base::Nanos at = 0;
    QString label;
};

class ThroughputChart : public QWidget {
    Q_OBJECT
public:
    explicit ThroughputChart(QWidget* parent = nullptr);

    // Shown width of time, ending at `now`.
    void setSpan(core::base::Nanos span);
    void setData(std::vector<PathSample> samples, std::vector<ChartEvent> events, core::base::Nanos now);
    // Shown while there is nothing to draw.
    void setPlaceholder(const QString& text);

    [[nodiscard]] QSize sizeHint() const override { return {640, 150}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {260, 88}; }
    [[nodiscard]] int paintCount() const { return paintCount_; } // for the test of the ten a second

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    void requestRepaint();
    [[nodiscard]] QRectF plotArea() const;
    [[nodiscard]] double xOf(core::base::Nanos at, const QRectF& plot) const;
    void paintTimeAxis(QPainter& painter, const QRectF& plot) const;
    void paintEvents(QPainter& painter, const QRectF& plot) const;
    void paintReadout(QPainter& painter, const QRectF& plot) const;
    [[nodiscard]] const PathSample* sampleAt(double x, const QRectF& plot) const;

    std::vector<PathSample> samples_;
    std::vector<ChartEvent> events_;
    core::base::Nanos now_ = 0;
    core::base::Nanos span_ = 60 * core::base::kSecond;
    QString placeholder_;
    std::optional<double> hoverX_;
    QTimer repaintTimer_;
    QElapsedTimer sincePaint_;
    int paintCount_ = 0;
};

} // namespace ui
