// The user's database: changes, experiments, samples. One file, pathscope.db in the application's data folder, shared by the console and
// pathscopectl.
//
//   const auto store = userStore();
//   if (!store) … store.error().describe()
//
// Opened at the first call and kept open. Blocks as the disk does: keep it off the GUI thread. Any thread. Errors: those of Store::open();
// after one the next call tries again.
#pragma once

#include "core/store/store.h"

namespace core::workspace {

core::base::Result<std::shared_ptr<core::store::Store>> userStore();

} // namespace core::workspace
