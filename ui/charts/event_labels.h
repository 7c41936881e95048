// Places the labels of event markers so that none covers another: the newest first, each in the highest row where it is free, right of its
// marker or, at the right edge, left of it. One that fits nowhere is left out (its marker stays). Pure geometry.
#pragma once

#include <QRectF>
#include <optional>
#include <vector>

namespace ui {

struct EventMark {
    double x = 0;     // of the marker
    double width = 0; // of the label
};

// marks: oldest first. Same order in the answer.
[[nodiscard]] std::vector<std::optional<QRectF>> placeEventLabels(const std::vector<EventMark>& marks, const QRectF& area, double rowHeight,
                                                                  int rows);

} // namespace ui
