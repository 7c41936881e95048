// Type: Inter where installed, DejaVu Sans otherwise. Sizes are logical pixels, so that they scale with the screen.
#pragma once

#include <QFont>

namespace ui {

enum class TextRole {
    Body,    // 13
    Strong,  // 13, semi-bold: card titles, selected names
    Small,   // 11: captions, table heads, details
    Section, // 11, semi-bold, spaced: "ROUTERS"
    Note,    // 12: pills, units
    Figure,  // 21, semi-bold: the number of a card
    Title,   // 19, bold: the router's name
    Mono,    // 11, monospace: RouterOS commands
};

[[nodiscard]] QFont textFont(TextRole role);

} // namespace ui
