// How good or bad a figure is, said once and turned into a colour where it is drawn.
#pragma once

#include "ui/theme/palette.h"

namespace ui {

enum class Tone { Neutral, Accent, Ok, Warn, Bad };

[[nodiscard]] inline QColor toneColor(const Palette& palette, Tone tone) {
    switch (tone) {
    case Tone::Neutral:
        return palette.border;
    case Tone::Accent:
        return palette.accent;
    case Tone::Ok:
        return palette.ok;
    case Tone::Warn:
        return palette.warn;
    case Tone::Bad:
        return palette.bad;
    }
    return palette.border;
}

// For areas: bars, rings, edges.
[[nodiscard]] inline QColor toneFill(const Palette& palette, Tone tone) {
    switch (tone) {
    case Tone::Ok:
        return palette.okFill;
    case Tone::Warn:
        return palette.warnFill;
    case Tone::Bad:
        return palette.badFill;
    default:
        return toneColor(palette, tone);
    }
}

} // namespace ui
