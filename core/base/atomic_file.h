// Replaces a file whole: its readers see the old content or the new, never a part, also after a crash.
// Written beside the file, synced, renamed over it, and the directory synced. On any error (a full disk) the old file stays.
//
//   auto done = core::base::writeFileAtomically("/var/lib/x/state", text);
//   if (!done) … "Cannot write /var/lib/x/state: No space left on device."
//
// Blocks for as long as the disk takes. Errors: PermissionDenied, Io.
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <string_view>

namespace core::base {

// Only the owner may read it: what is written this way may hold secrets.
Result<void> writeFileAtomically(const std::filesystem::path& file, std::string_view content);

} // namespace core::base
