#include "ui/charts/throughput_chart.h"

#include "ui/charts/axis_scale.h"
#include "ui/charts/event_labels.h"
#include "ui/theme/figures.h"
#include "ui/theme/fonts.h"
#include "ui/theme/path_style.h"
#include "ui/theme/tabular_text.h"
#include "ui/theme/theme.h"

#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

namespace ui {
namespace {

using core::base::kSecond;
using core::base::Nanos;

constexpr int kFrameMs = 100; // ten repaints a second
constexpr double kEventRow = 22;

QBrush bandBrush(const Palette& p, std::size_t band) {
    return band == kUnattributedBand ? unattributedBrush(p) : QBrush(pathColor(p, core::model::kAllPaths[band]));
}

// "−45 s", "−4 min", "−3 h 20 min", "−2 d 4 h"
QString agoText(Nanos ago) {
    const auto seconds = static_cast<qint64>(std::llround(static_cast<double>(ago) / static_cast<double>(kSecond)));
    if (seconds == 0) {
        return ThroughputChart::tr("now");
    }
    const auto two = [](qint64 large, const QString& unit, qint64 small, const QString& smallUnit) {
        return QStringLiteral("−%1 %2").arg(large).arg(unit) + (small > 0 ? QStringLiteral(" %1 %2").arg(small).arg(smallUnit) : QString());
    };
    if (seconds >= 86'400) {
        return two(seconds / 86'400, ThroughputChart::tr("d"), seconds % 86'400 / 3600, ThroughputChart::tr("h"));
    }
    if (seconds >= 7200) {
        return two(seconds / 3600, ThroughputChart::tr("h"), seconds % 3600 / 60, ThroughputChart::tr("min"));
    }
    return seconds % 60 == 0 && seconds >= 60 ? ThroughputChart::tr("−%1 min").arg(seconds / 60)
                                              : ThroughputChart::tr("−%1 s").arg(seconds);
}

// The stack up to and including `band`, drawn as an area from zero: painting the highest first needs no seams.
QPainterPath stackedArea(const PathRun& run, std::size_t band, const QRectF& plot, double top) {
    QPainterPath path(QPointF(plot.left() + run.front().x, plot.bottom()));
    for (const PathPoint& point : run) {
        double sum = 0;
        for (std::size_t i = 0; i <= band; ++i) {
            sum += point.bands[i];
        }
        path.lineTo(plot.left() + point.x, plot.bottom() - std::min(1.0, sum / top) * plot.height());
    }
    path.lineTo(plot.left() + run.back().x, plot.bottom());
    path.closeSubpath();
    return path;
}

} // namespace

ThroughputChart::ThroughputChart(QWidget* parent)
    : QWidget(parent) {
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setAccessibleName(tr("Throughput by path"));
    repaintTimer_.setSingleShot(true);
    connect(&repaintTimer_, &QTimer::timeout, this, [this] { update(); });
}

void ThroughputChart::setSpan(Nanos span) {
    span_ = span;
    requestRepaint();
}

void ThroughputChart::setData(std::vector<PathSample> samples, std::vector<ChartEvent> events, Nanos now) {
    samples_ = std::move(samples);
    events_ = std::move(events);
    now_ = now;
    requestRepaint();
}

void ThroughputChart::setPlaceholder(const QString& text) {
    placeholder_ = text;
    requestRepaint();
}

void ThroughputChart::requestRepaint() {
    if (repaintTimer_.isActive()) {
        return;
    }
    const qint64 since = sincePaint_.isValid() ? sincePaint_.elapsed() : kFrameMs;
    if (since >= kFrameMs) {
        update();
        sincePaint_.restart(); // counts from the request: two requests before the paint are one frame
    } else {
        repaintTimer_.start(static_cast<int>(kFrameMs - since));
    }
}

QRectF ThroughputChart::plotArea() const {
    return QRectF(rect()).adjusted(46, 8, -2, -19);
}

double ThroughputChart::xOf(Nanos at, const QRectF& plot) const {
    return plot.right() - static_cast<double>(now_ - at) / static_cast<double>(span_) * plot.width();
}

void ThroughputChart::paintEvent(QPaintEvent*) {
    ++paintCount_;
    sincePaint_.restart();
    const Palette& p = colors();
    const QRectF plot = plotArea();
    QPainter painter(this);
    painter.setFont(textFont(TextRole::Small));

    const std::vector<PathRun> runs = pathRuns(samples_, now_ - span_, now_, std::max(1, static_cast<int>(plot.width())));
    double highest = 0;
    for (const PathRun& run : runs) {
        for (const PathPoint& point : run) {
            highest = std::max(highest, sumOf(point.bands));
        }
    }
    const AxisScale scale = axisScaleFor(highest * 1.06, plot.height() > 110 ? 4 : 3);
    for (int i = 0; i <= scale.divisions; ++i) {
        const double y = std::round(plot.bottom() - plot.height() * i / scale.divisions) + 0.5;
        painter.setPen(QPen(i == 0 ? p.line : p.lineSoft, 1));
        painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
        if (highest > 0 || i == 0) {
            painter.setPen(p.dim);
            drawTabular(painter, QRectF(0, y - 8, plot.left() - 8, 16), Qt::AlignRight | Qt::AlignVCenter, axisLabel(scale, i));
        }
    }
    paintTimeAxis(painter, plot);

    painter.setRenderHint(QPainter::Antialiasing);
    painter.save();
    painter.setClipRect(plot.adjusted(0, -1, 0, 0));
    for (const PathRun& run : runs) {
        for (std::size_t band = kBandCount; band-- > 0;) {
            const auto carries = [&](const PathPoint& point) { return point.bands[band] > 0; };
            if (std::any_of(run.begin(), run.end(), carries)) {
                const QPainterPath area = stackedArea(run, band, plot, scale.top());
                painter.fillPath(area, p.panel); // opaque below: hatched bands are translucent
                painter.fillPath(area, bandBrush(p, band));
            }
        }
    }
    painter.restore();

    if (runs.empty() && !placeholder_.isEmpty()) {
        painter.setPen(p.dim);
        painter.setFont(textFont(TextRole::Body));
        painter.drawText(plot, Qt::AlignCenter, placeholder_);
    }
    paintEvents(painter, plot);
    paintReadout(painter, plot);
}

void ThroughputChart::paintTimeAxis(QPainter& painter, const QRectF& plot) const {
    painter.setPen(colors().faint);
    constexpr Nanos kHour = 3600 * kSecond;
    const Nanos step = span_ <= 60 * kSecond     ? 15 * kSecond
                       : span_ <= 300 * kSecond  ? 60 * kSecond
                       : span_ <= kHour          ? 900 * kSecond
                       : span_ <= 24 * kHour     ? 4 * kHour
                       : span_ <= 7 * 24 * kHour ? 24 * kHour
                                                 : 5 * 24 * kHour;
    for (Nanos ago = 0; ago <= span_; ago += step) {
        const QString text = agoText(ago);
        const double width = tabularWidth(painter.font(), text);
        const double x = std::clamp(xOf(now_ - ago, plot) - width / 2, plot.left(), plot.right() - width);
        drawTabular(painter, QRectF(x, plot.bottom() + 4, width, 15), Qt::AlignLeft, text);
    }
}

void ThroughputChart::paintEvents(QPainter& painter, const QRectF& plot) const {
    const Palette& p = colors();
    const QFont small = textFont(TextRole::Small);
    std::vector<EventMark> marks;
    std::vector<const ChartEvent*> shown;
    for (const ChartEvent& event : events_) {
        const double x = xOf(event.at, plot);
        if (x >= plot.left() && x <= plot.right()) {
            marks.push_back({x, tabularWidth(small, event.label) + 16});
            shown.push_back(&event);
        }
    }
    const int rows = std::max(1, static_cast<int>(plot.height() / kEventRow / 2));
    const auto labels = placeEventLabels(marks, plot.adjusted(0, 1, 0, 0), kEventRow, rows);
    QPen dash(p.text, 1, Qt::CustomDashLine);
    dash.setDashPattern({3, 3});
    painter.setFont(small);
    painter.setPen(dash);
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (const EventMark& mark : marks) {
        painter.drawLine(QPointF(mark.x, plot.top()), QPointF(mark.x, plot.bottom()));
    }
    painter.setRenderHint(QPainter::Antialiasing);
    for (std::size_t i = 0; i < shown.size(); ++i) {
        if (labels[i]) {
            painter.setPen(QPen(p.border, 1));
            painter.setBrush(p.raised);
            painter.drawRoundedRect(*labels[i], 4, 4);
            painter.setPen(p.text);
            drawTabular(painter, labels[i]->adjusted(8, 0, -8, 0), Qt::AlignLeft | Qt::AlignVCenter, shown[i]->label);
        }
    }
}

const PathSample* ThroughputChart::sampleAt(double x, const QRectF& plot) const {
    const Nanos at = now_ - static_cast<Nanos>((plot.right() - x) / plot.width() * static_cast<double>(span_));
    const auto it = std::lower_bound(samples_.begin(), samples_.end(), at, [](const PathSample& s, Nanos t) { return s.at < t; });
    return it != samples_.end() && it->elapsed > 0 && it->at - it->elapsed <= at ? &*it : nullptr;
}

void ThroughputChart::paintReadout(QPainter& painter, const QRectF& plot) const {
    if (!hoverX_ || *hoverX_ < plot.left() || *hoverX_ > plot.right()) {
        return;
    }
    const PathSample* sample = sampleAt(*hoverX_, plot);
    if (!sample) {
        return;
    }
    const Palette& p = colors();
    struct Line {
        QString name, value;
        QBrush mark;
    };
    std::vector<Line> lines;
    for (std::size_t band = kBandCount; band-- > 0;) {
        if (sample->bands[band] > 0) {
            lines.push_back({band == kUnattributedBand ? tr("unattributed") : pathShortName(core::model::kAllPaths[band]),
                             rateText(core::base::BitRate{sample->bands[band]}), bandBrush(p, band)});
        }
    }
    const QFont small = textFont(TextRole::Small);
    const QString heading = agoText(now_ - sample->at);
    const QString total = rateText(core::base::BitRate{sumOf(sample->bands)});
    constexpr double kRow = 16;
    constexpr double kWidth = 152;
    QRectF box(*hoverX_ + 12, plot.top() + 4, kWidth, kRow * static_cast<double>(lines.size() + 1) + 10);
    if (box.right() > plot.right()) {
        box.moveRight(*hoverX_ - 12);
    }
    box.moveBottom(std::min(box.bottom(), height() - 1.0));
    painter.setPen(QPen(p.faint, 1));
    painter.drawLine(QPointF(*hoverX_, plot.top()), QPointF(*hoverX_, plot.bottom()));
    painter.setPen(QPen(p.border, 1));
    painter.setBrush(p.raised);
    painter.drawRoundedRect(box, 6, 6);
    painter.setFont(small);
    QRectF row(box.left() + 10, box.top() + 5, kWidth - 20, kRow);
    painter.setPen(p.dim);
    drawTabular(painter, row, Qt::AlignLeft | Qt::AlignVCenter, heading);
    painter.setPen(p.text);
    drawTabular(painter, row, Qt::AlignRight | Qt::AlignVCenter, total);
    for (const Line& line : lines) {
        row.translate(0, kRow);
        painter.setPen(Qt::NoPen);
        painter.setBrush(line.mark);
        painter.drawRoundedRect(QRectF(row.left(), row.center().y() - 4.5, 9, 9), 2, 2);
        painter.setPen(p.dim);
        drawTabular(painter, row.adjusted(15, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, line.name);
        painter.setPen(p.text);
        drawTabular(painter, row, Qt::AlignRight | Qt::AlignVCenter, line.value);
    }
}

void ThroughputChart::mouseMoveEvent(QMouseEvent* event) {
    hoverX_ = event->position().x();
    requestRepaint();
}

void ThroughputChart::leaveEvent(QEvent*) {
    hoverX_.reset();
    requestRepaint();
}

} // namespace ui
