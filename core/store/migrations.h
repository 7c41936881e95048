// The forms the database had, and how it gets from each to the next. A form that was released is never edited: a new one is added behind it,
// with a sample of the old one in tests/core/store.
#pragma once

#include "core/base/result.h"

#include <span>

namespace SQLite {
class Database;
}

namespace core::store {

// Kept in the file's header (application_id), so that another program's database is not taken for ours: "PSCP".
constexpr int kApplicationId = 0x50534350;

[[nodiscard]] int newestForm();

// Takes the database to the newest form, each step in a transaction of its own. An empty database is given the first form too.
// InvalidInput: another program's. Unsupported: of a newer Pathscope. May throw SQLite::Exception; Store turns that into an Error.
core::base::Result<void> migrate(SQLite::Database& database);

} // namespace core::store
