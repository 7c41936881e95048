// Whether Qt will find a display. Asked before QApplication, which would abort the program without one.
#pragma once

#include <QString>

namespace app::console {

// Empty when there is one (or QT_QPA_PLATFORM names a platform that needs none); else what to tell the user.
[[nodiscard]] QString displayProblem(const QString& lab);

} // namespace app::console
