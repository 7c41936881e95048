#include "app/console/display_check.h"

#include <QtGlobal>

namespace app::console {

QString displayProblem(const QString& lab) {
    for (const char* variable : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}) {
        if (!qEnvironmentVariableIsEmpty(variable)) {
            return {};
        }
    }
    return QStringLiteral("pathscope: no display (neither DISPLAY nor WAYLAND_DISPLAY is set).\n"
                          "In this terminal use:   pathscopectl watch --lab %1\n"
                          "For a picture in a file: pathscope --screenshot paths.png --lab %1\n")
        .arg(lab);
}

} // namespace app::console
