#include "ui/widgets/lane_layout.h"

#include <algorithm>

namespace ui {
namespace {

constexpr double kHairline = 1.5;
constexpr double kSlotGap = 4; // between two lanes, or their labels
constexpr double kBoxGap = 3;  // between lanes where they meet the box
constexpr double kInsidePadding = 3;
constexpr double kBoxWidth = 120;
constexpr double kMostSpread = 10;
constexpr double kSmallestScale = 8;

double thicknessOf(double share, double scale) {
    return share > 0 ? std::max(2.5, share * scale) : kHairline;
}

bool fitsInside(double thickness, double labelHeight) {
    return thickness >= labelHeight + kInsidePadding;
}

double slotOf(double thickness, double labelHeight) {
    return kSlotGap + std::max(thickness, labelHeight);
}

double heightOf(const std::vector<double>& shares, double scale, double labelHeight) {
    double height = 0;
    for (const double share : shares) {
        height += slotOf(thicknessOf(share, scale), labelHeight);
    }
    return height;
}

// The largest thickness for a share of 1 with which everything still fits; the height grows with it.
double largestScale(const std::vector<double>& shares, double available, double labelHeight) {
    double fits = kSmallestScale;
    double tooLarge = available;
    while (tooLarge - fits > 0.25) {
        const double scale = (fits + tooLarge) / 2;
        (heightOf(shares, scale, labelHeight) <= available ? fits : tooLarge) = scale;
    }
    return fits;
}

} // namespace

LaneLayout layoutLanes(const std::vector<double>& shares, const QRectF& area, double labelHeight) {
    LaneLayout layout;
    const double boxWidth = std::min(kBoxWidth, area.width() * 0.14);
    const double scale = largestScale(shares, area.height(), labelHeight);
    const double used = heightOf(shares, scale, labelHeight);

    double stack = kBoxGap * static_cast<double>(shares.empty() ? 0 : shares.size() - 1);
    for (const double share : shares) {
        stack += thicknessOf(share, scale);
    }
    const double boxHeight = std::clamp(stack + 20, std::min(92.0, area.height()), area.height());
    const double centre = area.center().y();
    layout.inBox = QRectF(area.left(), centre - boxHeight / 2, boxWidth, boxHeight);
    layout.outBox = QRectF(area.right() - boxWidth, centre - boxHeight / 2, boxWidth, boxHeight);
    const double span = layout.outBox.left() - layout.inBox.right();
    layout.plateauLeft = layout.inBox.right() + span * 0.2;
    layout.plateauRight = layout.outBox.left() - span * 0.2;

    // What is left over goes between the lanes, as far as it helps.
    const double count = static_cast<double>(std::max<std::size_t>(1, shares.size()));
    const double spread = std::clamp((area.height() - used) / count, 0.0, kMostSpread);

    double boxY = centre - stack / 2;
    double y = area.top() + (area.height() - used - spread * count) / 2;
    for (const double share : shares) {
        LaneShape lane;
        lane.thickness = thicknessOf(share, scale);
        lane.boxY = boxY + lane.thickness / 2;
        boxY += lane.thickness + kBoxGap;
        y += kSlotGap + spread;
        lane.labelInside = fitsInside(lane.thickness, labelHeight);
        const double height = std::max(lane.thickness, labelHeight);
        lane.plateauY = y + height / 2;
        lane.label = QRectF(layout.plateauLeft, lane.plateauY - labelHeight / 2, layout.plateauRight - layout.plateauLeft, labelHeight);
        y += height;
        layout.lanes.push_back(lane);
    }
    return layout;
}

} // namespace ui
