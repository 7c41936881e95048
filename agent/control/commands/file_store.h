// The router's files (/file): what export writes and import reads. In a directory of the agent's own, or in memory.
//
//   FileStore files(stateDirectory / "files");
//   files.write("backup.rsc", text, now);
//
// Names may have folders ("flash/backup.rsc"); they never leave the directory. One file has at most 16 MiB, all of them 256 MiB.
// Errors say which file and why; a full disk leaves the old file as it was. Belongs to the control thread.
#pragma once

#include "core/base/result.h"

#include <ctime>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>

namespace agent::control {

class FileStore {
public:
    // Without a directory everything is kept in memory.
    explicit FileStore(std::filesystem::path directory = {}) : directory_(std::move(directory)) {}

    struct Entry {
        std::uintmax_t size = 0;
        std::time_t modified = 0;
    };
    // By name.
    [[nodiscard]] std::map<std::string, Entry, std::less<>> list() const;

    [[nodiscard]] core::base::Result<std::string> read(std::string_view name) const;
    core::base::Result<void> write(std::string_view name, std::string_view text, std::time_t now);
    core::base::Result<void> remove(std::string_view name);

private:
    struct Held {
        std::string text;
        std::time_t modified = 0;
    };
    [[nodiscard]] std::filesystem::path pathOf(std::string_view name) const;

    std::filesystem::path directory_;
    std::map<std::string, Held, std::less<>> held_;
};

} // namespace agent::control
