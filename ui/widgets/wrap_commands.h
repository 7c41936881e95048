// Breaks long RouterOS commands at spaces only: "connection-state=…" must not be torn at its hyphen, as a text widget would.
#pragma once

#include <QStringList>

namespace ui {

// Lines of at most `columns` characters where the spaces allow it; a longer word stays whole. Joined with spaces they give the command
// again.
[[nodiscard]] QStringList wrapAtSpaces(const QString& command, int columns);

} // namespace ui
