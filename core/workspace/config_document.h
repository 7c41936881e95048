// A configuration file the user opened, or a text that was pasted: read, explained, and read again when the file changes.
//
//   auto* document = workspace.openConfig("office.rsc");
//   QObject::connect(document, &ConfigDocument::changed, …);      document->state()
//
// Owned by the workspace. GUI thread.
#pragma once

#include "core/workspace/explanation.h"

#include <QFileSystemWatcher>
#include <QTimer>

namespace core::workspace {

class ConfigDocument final : public Explanation {
    Q_OBJECT
public:
    // `path` of a file; read() has to be called.
    ConfigDocument(QString id, QString path, QObject* parent = nullptr);
    // A text without a file.
    ConfigDocument(QString id, QString name, std::string text, QObject* parent = nullptr);

    [[nodiscard]] QString id() const { return id_; }     // stable while the workspace lives
    [[nodiscard]] QString name() const { return name_; } // "office.rsc"
    [[nodiscard]] QString path() const { return path_; } // absolute; empty: pasted

    void read() override;

private:
    void watch();

    QString id_, name_, path_;
    std::string text_;
    QFileSystemWatcher watcher_;
    QTimer settle_; // editors write a file in several steps
};

} // namespace core::workspace
