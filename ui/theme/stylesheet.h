// Qt's own widgets in the console's clothes. Everything that carries data is painted by hand instead.
//
// Dynamic properties it knows:
//   QLabel  role = title | strong | dim | small | section | mono | ok | warn | bad
//   QPushButton kind = primary | link | chip (checkable, in a row)
#pragma once

#include <QString>

namespace ui {

struct Palette;

[[nodiscard]] QString stylesheet(const Palette& palette);

} // namespace ui
