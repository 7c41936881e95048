#include "core/workspace/recent_files.h"

#include <QFileInfo>
#include <QSettings>

namespace core::workspace {
namespace {

constexpr qsizetype kKept = 10;

QString key() {
    return QStringLiteral("v1/recent-exports");
}

} // namespace

QStringList recentFiles() {
    QStringList out = QSettings().value(key()).toStringList();
    out.removeIf([](const QString& path) { return !QFileInfo(path).isFile(); });
    return out;
}

void rememberFile(const QString& path) {
    QSettings settings;
    QStringList all = settings.value(key()).toStringList();
    all.removeAll(path);
    all.prepend(path);
    settings.setValue(key(), all.mid(0, kKept));
}

void forgetRecentFiles() {
    QSettings().remove(key());
}

} // namespace core::workspace
