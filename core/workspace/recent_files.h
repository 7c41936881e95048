// Exports opened before, newest first, kept between runs in the application's settings. GUI thread.
#pragma once

#include <QStringList>

namespace core::workspace {

// Absolute paths of those that are still there; at most ten.
[[nodiscard]] QStringList recentFiles();
void rememberFile(const QString& path);
void forgetRecentFiles();

} // namespace core::workspace
