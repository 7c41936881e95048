// The user's database: one SQLite file, in its own WAL, brought to the present form when it is opened.
//
//   const auto store = core::store::Store::open(folder / "pathscope.db");
//   if (!store) … store.error().describe()
//   core::store::ExperimentLog log(*store);
//
// Opening creates the file and its folder, for the owner's eyes only. Every call blocks for as long as the disk takes, up to five seconds
// while another program writes: keep it off the GUI thread. Any thread may call; calls take turns. What was written is on the disk when the
// call returns; a program killed in between leaves a call done or not done, never half.
//
// Errors: PermissionDenied (read-only file or folder), Io (disk full, disk broken), InvalidInput (not a database, a damaged one, or another
// program's), Unsupported (written by a newer Pathscope: nothing is touched), Timeout (another program holds it).
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <string>

namespace SQLite {
class Database;
}

namespace core::store {

class Store {
public:
    static core::base::Result<std::shared_ptr<Store>> open(const std::filesystem::path& file);
    // A new file of the same form that is whole by itself, without a WAL beside it. A file that is there is replaced.
    static core::base::Result<std::shared_ptr<Store>> create(const std::filesystem::path& file);
    // A copy in memory, of the present form; the file is only read.
    static core::base::Result<std::shared_ptr<Store>> openCopy(const std::filesystem::path& file);
    ~Store();

    [[nodiscard]] const std::filesystem::path& file() const { return file_; }

    // Runs `work` in one transaction; `doing` ("keeping the run") begins the error's sentence. What `work` throws takes everything back.
    core::base::Result<void> write(const std::string& doing, const std::function<void(SQLite::Database&)>& work);
    core::base::Result<void> read(const std::string& doing, const std::function<void(SQLite::Database&)>& work);

private:
    Store(std::filesystem::path file, std::unique_ptr<SQLite::Database> database);
    static core::base::Result<std::shared_ptr<Store>> openWith(const std::filesystem::path& file, const char* journal);

    std::filesystem::path file_;
    std::mutex mutex_;
    std::unique_ptr<SQLite::Database> database_;
};

} // namespace core::store
