// Asks where a report should go and writes it there, whole or not at all.
#pragma once

#include <QByteArray>
#include <QString>
#include <functional>

class QWidget;

namespace ui {

// Does not wait for the user. `failed` is called with one sentence when the file could not be written. Files end in .sarif.
void saveFindings(const QString& name, const QByteArray& report, QWidget* parent, std::function<void(const QString& why)> failed);

// Without asking; empty: written.
[[nodiscard]] QString writeReport(const QString& path, const QByteArray& report);

} // namespace ui
