#include "ui/charts/event_labels.h"

#include <algorithm>

namespace ui {

std::vector<std::optional<QRectF>> placeEventLabels(const std::vector<EventMark>& marks, const QRectF& area, double rowHeight, int rows) {
    constexpr double kOffset = 5;
    constexpr double kClear = 4; // between two labels
    std::vector<std::optional<QRectF>> out(marks.size());
    std::vector<QRectF> taken;
    for (std::size_t n = marks.size(); n-- > 0;) {
        const EventMark& mark = marks[n];
        for (int row = 0; row < rows && !out[n]; ++row) {
            const double y = area.top() + row * rowHeight;
            for (const double x : {mark.x + kOffset, mark.x - kOffset - mark.width}) {
                const QRectF rect(x, y, mark.width, rowHeight - 3);
                const bool inside = rect.left() >= area.left() && rect.right() <= area.right();
                const bool clear = std::none_of(taken.begin(), taken.end(), [&](const QRectF& other) {
                    return other.adjusted(-kClear, 0, kClear, 0).intersects(rect);
                });
                if (inside && clear) {
                    out[n] = rect;
                    taken.push_back(rect);
                    break;
                }
            }
        }
    }
    return out;
}

} // namespace ui
