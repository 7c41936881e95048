// The console's colours, by what they mean. Values only; Theme (theme.h) says which set is in force.
#pragma once

#include <QColor>
#include <QPalette>
#include <array>

namespace ui {

struct Palette {
    bool dark = true;

    // Surfaces, from the back to the front.
    QColor window; // behind the cards
    QColor menu;   // menu bar
    QColor panel;  // cards, sidebar, status bar
    QColor raised; // boxes on a card, selected rows, buttons
    QColor hover;  // raised, under the pointer
    QColor inset;  // wells: command blocks, input fields
    QColor track;  // empty part of bars and rings

    // Lines.
    QColor line;     // around cards
    QColor lineSoft; // between table rows
    QColor border;   // around buttons and boxes

    // Ink.
    QColor text;
    QColor dim;   // captions, units: contrast at least 4.5 on panel
    QColor faint; // axis ticks, disabled
    QColor onAccent;
    QColor onLane; // text drawn inside a path colour

    // Meaning.
    QColor accent;
    QColor accentHover;
    QColor ok;
    QColor warn;
    QColor bad;
    // The same three for areas (bars, rings, edges), where they need not carry text.
    QColor okFill;
    QColor warnFill;
    QColor badFill;

    // Index: core::model::PathKind.
    std::array<QColor, 5> path;
    QColor unattributed;
};

[[nodiscard]] Palette darkPalette();
[[nodiscard]] Palette lightPalette();

// The same colours for Qt's own widgets.
[[nodiscard]] QPalette toQPalette(const Palette& palette);

} // namespace ui
