#include "core/store/store.h"

#include "core/store/migrations.h"

#include <SQLiteCpp/Backup.h>
#include <SQLiteCpp/SQLiteCpp.h>
#include <sqlite3.h>
#include <utility>

namespace core::store {

using core::base::Error;
using core::base::ErrorCode;
using core::base::fail;
using core::base::Result;

namespace {

constexpr int kPatienceMs = 5000;

// "Keeping the run failed: the disk that holds … is full. Make room …"
Error toError(const std::string& doing, const std::filesystem::path& file, const SQLite::Exception& cause) {
    const auto told = [&](ErrorCode code, const std::string& what) { return Error{code, doing + " failed: " + what, cause.what()}; };
    const std::string name = file.string();
    switch (cause.getErrorCode() & 0xff) {
    case SQLITE_FULL:
        return told(ErrorCode::Io, "the disk that holds " + name + " is full. Make room and try again; what was kept before is intact.");
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_AUTH:
        return told(ErrorCode::PermissionDenied, name + " may not be written. Make the file and its folder writable for you.");
    case SQLITE_CANTOPEN:
        return told(ErrorCode::PermissionDenied, name + " cannot be opened. Look whether its folder exists and is yours.");
    case SQLITE_NOTADB:
        return told(ErrorCode::InvalidInput, name + " is no database. Choose another file, or move it away.");
    case SQLITE_CORRUPT:
        return told(ErrorCode::InvalidInput, name + " is damaged. Move it away and put a copy of it back.");
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return told(ErrorCode::Timeout, "another program holds " + name + ". Close it and try again.");
    default:
        return told(ErrorCode::Io, name + " cannot be read or written.");
    }
}

Result<void> makeFolder(const std::filesystem::path& file) {
    std::error_code error;
    if (file.has_parent_path()) {
        std::filesystem::create_directories(file.parent_path(), error);
    }
    if (error) {
        return fail(ErrorCode::PermissionDenied, "Cannot make the folder " + file.parent_path().string() + ".", error.message());
    }
    return {};
}

// A file is made by SQLite with the process's mask: what is in it is the owner's alone.
void keepForOwner(const std::filesystem::path& file) {
    std::error_code ignored;
    std::filesystem::permissions(file, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write, ignored);
}

} // namespace

Store::Store(std::filesystem::path file, std::unique_ptr<SQLite::Database> database)
    : file_(std::move(file))
    , database_(std::move(database)) {}

Store::~Store() = default;

Result<std::shared_ptr<Store>> Store::openWith(const std::filesystem::path& file, const char* journal) {
    if (const auto folder = makeFolder(file); !folder) {
        return tl::unexpected(folder.error());
    }
    try {
        const bool isNew = !std::filesystem::exists(file);
        auto database = std::make_unique<SQLite::Database>(file.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE, kPatienceMs);
        if (isNew) {
            keepForOwner(file);
        }
        // A closed database of a newer form is told before anything of it is written, the journal's kind included.
        if (database->execAndGet("PRAGMA user_version").getInt() <= newestForm()) {
            database->exec(std::string("PRAGMA journal_mode = ") + journal);
        }
        database->exec("PRAGMA synchronous = FULL");
        database->exec("PRAGMA foreign_keys = ON");
        if (const auto migrated = migrate(*database); !migrated) {
            return tl::unexpected(migrated.error());
        }
        return std::shared_ptr<Store>(new Store(file, std::move(database)));
    } catch (const SQLite::Exception& error) {
        return tl::unexpected(toError("Opening the database", file, error));
    }
}

Result<std::shared_ptr<Store>> Store::open(const std::filesystem::path& file) {
    return openWith(file, "WAL");
}

Result<std::shared_ptr<Store>> Store::create(const std::filesystem::path& file) {
    std::error_code error;
    std::filesystem::remove(file, error);
    if (error) {
        return fail(ErrorCode::PermissionDenied, "Cannot replace " + file.string() + ".", error.message());
    }
    return openWith(file, "DELETE");
}

Result<std::shared_ptr<Store>> Store::openCopy(const std::filesystem::path& file) {
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(file, ignored)) {
        return fail(ErrorCode::NotFound, "There is no file " + file.string() + ".");
    }
    try {
        SQLite::Database source(file.string(), SQLite::OPEN_READONLY, kPatienceMs);
        auto copy = std::make_unique<SQLite::Database>(":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
        SQLite::Backup(*copy, source).executeStep();
        copy->exec("PRAGMA foreign_keys = ON");
        if (const auto migrated = migrate(*copy); !migrated) {
            Error error = migrated.error();
            if (const auto at = error.text.find(":memory:"); at != std::string::npos) {
                error.text.replace(at, 8, file.string());
            }
            return tl::unexpected(std::move(error));
        }
        return std::shared_ptr<Store>(new Store(file, std::move(copy)));
    } catch (const SQLite::Exception& error) {
        return tl::unexpected(toError("Opening the file", file, error));
    }
}

Result<void> Store::write(const std::string& doing, const std::function<void(SQLite::Database&)>& work) {
    const std::lock_guard lock(mutex_);
    try {
        SQLite::Transaction transaction(*database_, SQLite::TransactionBehavior::IMMEDIATE);
        work(*database_);
        transaction.commit();
        return {};
    } catch (const SQLite::Exception& error) {
        return tl::unexpected(toError(doing, file_, error));
    } catch (const std::exception& error) {
        return fail(ErrorCode::InvalidInput, doing + " failed: " + file_.string() + " holds something that cannot be understood.", error.what());
    }
}

Result<void> Store::read(const std::string& doing, const std::function<void(SQLite::Database&)>& work) {
    const std::lock_guard lock(mutex_);
    try {
        SQLite::Transaction one(*database_); // all that is read is of one moment
        work(*database_);
        return {};
    } catch (const SQLite::Exception& error) {
        return tl::unexpected(toError(doing, file_, error));
    } catch (const std::exception& error) {
        return fail(ErrorCode::InvalidInput, doing + " failed: " + file_.string() + " holds something that cannot be understood.", error.what());
    }
}

} // namespace core::store
