// Roles by which a model of figures tells ui/pages/figures_table.h how a cell is meant.
#pragma once

#include <Qt>

namespace ui {

enum FigureRole {
    FigureToneRole = Qt::UserRole + 1, // int(FigureTone)
    FigureStrongRole,                  // bool: what the row is about
};
enum class FigureTone { Plain, Dim, Better, Worse };

} // namespace ui
