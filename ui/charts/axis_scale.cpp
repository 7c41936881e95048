#include "ui/charts/axis_scale.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ui {

AxisScale axisScaleFor(double max, int maxDivisions) {
    if (!(max > 0)) {
        return {500e3, 2};
    }
    const double rough = max / std::max(2, maxDivisions);
    const double power = std::pow(10, std::floor(std::log10(rough)));
    for (const double mantissa : std::array{1.0, 2.0, 2.5, 5.0, 10.0}) {
        const double step = mantissa * power;
        const int divisions = static_cast<int>(std::ceil(max / step - 1e-9));
        if (divisions <= std::max(2, maxDivisions)) {
            return {step, std::max(2, divisions)};
        }
    }
    return {power * 10, 2};
}

QString axisLabel(const AxisScale& scale, int i) {
    if (i == 0) {
        return QStringLiteral("0");
    }
    static constexpr std::array<const char16_t*, 5> kPrefixes{u"", u" k", u" M", u" G", u" T"};
    double unit = 1;
    std::size_t prefix = 0;
    while (scale.top() / unit >= 1000 && prefix + 1 < kPrefixes.size()) {
        unit *= 1000;
        ++prefix;
    }
    const QString number = QString::number(scale.step * i / unit, 'g', 4);
    return i == scale.divisions ? number + QString::fromUtf16(kPrefixes[prefix]) : number;
}

} // namespace ui
