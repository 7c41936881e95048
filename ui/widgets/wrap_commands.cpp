#include "ui/widgets/wrap_commands.h"

namespace ui {

QStringList wrapAtSpaces(const QString& command, int columns) {
    QStringList lines;
    QString line;
    for (const QString& word : command.split(u' ')) {
        if (!line.isEmpty() && line.size() + 1 + word.size() > columns) {
            lines << line;
            line = word;
        } else {
            line += line.isEmpty() ? word : u' ' + word;
        }
    }
    lines << line;
    return lines;
}

} // namespace ui
