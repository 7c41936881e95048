#include "core/workspace/user_store.h"

#include <QStandardPaths>
#include <filesystem>
#include <mutex>

namespace core::workspace {

core::base::Result<std::shared_ptr<core::store::Store>> userStore() {
    static std::mutex mutex;
    static std::shared_ptr<core::store::Store> open;
    const std::lock_guard guard(mutex);
    if (!open) {
        const QString folder = QStandardPaths::writableLocation(QStandardPaths::AppDataLocation);
        auto store = core::store::Store::open(std::filesystem::path(folder.toStdString()) / "pathscope.db");
        if (!store) {
            return store;
        }
        open = std::move(*store);
    }
    return open;
}

} // namespace core::workspace
