// The agent's configuration on disk: every table, id and flag, so that a restart changes nothing. Text, one line an item, with a
// sum at the end that tells a whole file from a part of one.
//
//   auto done = writeState(directory / "config.state", {tree, board.model});
//   auto state = readState(directory / "config.state");      // NotFound, or InvalidInput: "config.state:12: …"
//
// Written whole or not at all (core/base/atomic_file.h). Holds password hashes: only its owner may read it.
#pragma once

#include "agent/control/tree/tree.h"
#include "core/base/result.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace agent::control {

struct State {
    Tree tree;
    std::string board; // model
};

[[nodiscard]] std::string formatState(const State& state);
[[nodiscard]] core::base::Result<State> parseState(std::string_view text, std::string_view fileName);

core::base::Result<void> writeState(const std::filesystem::path& file, const State& state);
[[nodiscard]] core::base::Result<State> readState(const std::filesystem::path& file);

// Gives a state file that cannot be read a name of its own (".broken", ".broken-2" …), which is returned.
core::base::Result<std::filesystem::path> moveAside(const std::filesystem::path& file);

} // namespace agent::control
