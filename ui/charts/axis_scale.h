// A value axis that starts at zero and ends on a round number.
#pragma once

#include <QString>

namespace ui {

struct AxisScale {
    double step = 1;   // 1, 2, 2.5 or 5 times a power of ten
    int divisions = 4; // 2 to 5
    [[nodiscard]] double top() const { return step * divisions; }
};

// The tightest scale of at most `maxDivisions` (>= 2) steps whose top is at least `max`; for nothing at all, one of 1 Mb/s.
[[nodiscard]] AxisScale axisScaleFor(double max, int maxDivisions);

// Label of the i-th line: all in the unit of the top one, which alone names it: "10 G", "7.5", "5", "2.5", "0".
[[nodiscard]] QString axisLabel(const AxisScale& scale, int i);

} // namespace ui
