// Where board files are: those of the product in <resources>/boards, those of the user's own in $XDG_DATA_HOME/pathscope/boards (by default
// ~/.local/share). One of the user's own stands in for the product's of the same model.
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace core::devices {

// Empty: there is no home folder. The folder need not exist.
[[nodiscard]] std::filesystem::path userBoardFolder();

// The file of a model. NotFound lists the boards there are.
[[nodiscard]] core::base::Result<std::filesystem::path> boardFile(std::string_view model);

// Models there are, sorted.
[[nodiscard]] core::base::Result<std::vector<std::string>> boardModels();

} // namespace core::devices
