#include "core/workspace/config_document.h"

#include <QFileInfo>
#include <chrono>

namespace core::workspace {

ConfigDocument::ConfigDocument(QString id, QString path, QObject* parent)
    : Explanation(false, parent)
    , id_(std::move(id))
    , name_(QFileInfo(path).fileName())
    , path_(std::move(path)) {
    settle_.setSingleShot(true);
    settle_.setInterval(std::chrono::milliseconds(250));
    connect(&settle_, &QTimer::timeout, this, &ConfigDocument::read);
    connect(&watcher_, &QFileSystemWatcher::fileChanged, &settle_, qOverload<>(&QTimer::start));
    // A file that is replaced, or comes back, is only noticed through its folder.
    connect(&watcher_, &QFileSystemWatcher::directoryChanged, this, [this] {
        if (!watcher_.files().contains(path_) && QFileInfo::exists(path_)) {
            settle_.start();
        }
    });
}

ConfigDocument::ConfigDocument(QString id, QString name, std::string text, QObject* parent)
    : Explanation(false, parent)
    , id_(std::move(id))
    , name_(std::move(name))
    , text_(std::move(text)) {}

void ConfigDocument::watch() {
    if (!watcher_.files().contains(path_)) {
        watcher_.addPath(path_);
    }
    if (watcher_.directories().isEmpty()) {
        watcher_.addPath(QFileInfo(path_).absolutePath());
    }
}

void ConfigDocument::read() {
    if (path_.isEmpty()) {
        explain([text = text_, name = name_.toStdString()]() -> core::base::Result<ConfigInput> {
            ConfigInput input;
            input.config = core::routeros::config::loadConfig(text);
            input.source = name;
            return input;
        });
        return;
    }
    watch();
    explain([path = path_.toStdString()] { return readConfigFile(path); });
}

} // namespace core::workspace
