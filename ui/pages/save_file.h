// Asks where a file should go and writes it there, whole or not at all.
//
//   saveFile({tr("Save findings"), tr("SARIF 2.1.0 (*.sarif)"), "sarif", "office.sarif"}, report, this, [this](const QString& why) { … });
#pragma once

#include <QByteArray>
#include <QString>
#include <functional>

class QWidget;

namespace ui {

struct SaveQuestion {
    QString title, filter, suffix, name;
};

// Does not wait for the user. `failed` is called with one sentence when the file could not be written.
void saveFile(const SaveQuestion& question, const QByteArray& content, QWidget* parent, std::function<void(const QString& why)> failed);

// Without asking; empty: written.
[[nodiscard]] QString writeWhole(const QString& path, const QByteArray& content);

} // namespace ui
