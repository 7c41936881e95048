// Where the lanes of the path picture go: pure geometry, no painting, so that "labels never overlap" can be tested.
//
// Between the two boxes every lane leaves the box in a compact stack, swings out to its own height, runs level (the plateau, where its
// label is), and swings back. Thickness is proportional to bytes; a lane without traffic is a hairline.
#pragma once

#include <QRectF>
#include <vector>

namespace ui {

struct LaneShape {
    double thickness = 0;
    double boxY = 0;          // centre line where it meets the boxes
    double plateauY = 0;      // centre line on the plateau
    bool labelInside = false; // thick enough to carry its label; else the label interrupts the lane
    QRectF label;             // the strip the label may use, centred on the lane
};

struct LaneLayout {
    QRectF inBox;
    QRectF outBox;
    double plateauLeft = 0;
    double plateauRight = 0;
    std::vector<LaneShape> lanes; // same order as the shares
};

// shares: 0…1 each, summing to at most 1. labelHeight: of one line of text.
[[nodiscard]] LaneLayout layoutLanes(const std::vector<double>& shares, const QRectF& area, double labelHeight);

} // namespace ui
