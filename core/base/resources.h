// Finds the files the product ships (boards, labs, icons) wherever it is installed or built.
#pragma once

#include "core/base/result.h"

#include <filesystem>

namespace core::base {

// Folder that holds boards/, labs/ …: $PATHSCOPE_RESOURCES, else <program>/../share/pathscope.
// NotFound names every place that was tried.
Result<std::filesystem::path> resourceDir();

// Whole file as bytes. NotFound / PermissionDenied / Io name the file.
Result<std::string> readFile(const std::filesystem::path& file);

} // namespace core::base
