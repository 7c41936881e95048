// How each of the five paths is named and coloured on screen. The engine sends PathKind; the words are the console's.
#pragma once

#include "core/model/path_kind.h"

#include <QBrush>
#include <QColor>
#include <QString>

namespace ui {

struct Palette;

// "Switch chip", "L3 hardware", "Fast path", "FastTrack", "Slow path".
[[nodiscard]] QString pathName(core::model::PathKind kind);
// For legends: "switch", "L3HW", "fast path", "FastTrack", "slow".
[[nodiscard]] QString pathShortName(core::model::PathKind kind);
// One sentence on what the path is and what it skips.
[[nodiscard]] QString pathMeaning(core::model::PathKind kind);

[[nodiscard]] QColor pathColor(const Palette& palette, core::model::PathKind kind);
// Text on a path colour: dark ink on the light hues, light ink on the dark ones.
[[nodiscard]] QColor pathInk(const Palette& palette, core::model::PathKind kind);
// Traffic no counter can place: grey, hatched.
[[nodiscard]] QBrush unattributedBrush(const Palette& palette);

} // namespace ui
