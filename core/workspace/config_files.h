// Configuration files as admins keep them: exports, snippets, scripts. What they say, what in them is not understood, what is
// different between two of them.
//
//   auto file = ConfigFile::read("router.rsc");
//   if (!file) … file.error().describe()
//   for (const ConfigProblem& problem : file->problems()) …          12:5 unknown-property /interface/bridge use-fast-path
//   if (compareConfigs(*before, *after).same()) …
//
// Pure but for read(); any thread. A ConfigFile is immutable and cheap to move.
#pragma once

#include "core/base/result.h"
#include "core/routeros/config/load.h"
#include "core/workspace/config_problem.h"

#include <optional>
#include <string>
#include <vector>

namespace core::workspace {

struct ConfigMenu {
    std::string path; // "/ip/firewall/filter"; "" holds what is kept word for word
    bool known = false;
    std::size_t items = 0;
    std::string text; // its lines of the export
};

class ConfigFile {
public:
    // "-" is standard input. NotFound or Io when it cannot be read.
    [[nodiscard]] static core::base::Result<ConfigFile> read(const std::string& path);
    ConfigFile(std::string path, std::string_view text);

    [[nodiscard]] const std::string& path() const { return path_; }
    [[nodiscard]] const std::optional<std::string>& version() const { return config_.header.version; }
    [[nodiscard]] const std::optional<std::string>& model() const { return config_.header.model; }
    [[nodiscard]] std::size_t items() const { return config_.items; }
    // Items of unknown menus, and items of others with a property that is not known.
    [[nodiscard]] std::size_t unknownItems() const;
    [[nodiscard]] std::vector<ConfigProblem> problems() const;
    [[nodiscard]] std::vector<ConfigMenu> menus(bool showSensitive) const;
    // The form to keep in git: one order, no date, no serial number.
    [[nodiscard]] std::string normalised(bool showSensitive) const;
    [[nodiscard]] const core::routeros::config::LoadedConfig& loaded() const { return config_; }

private:
    std::string path_;
    core::routeros::config::LoadedConfig config_;
};

// What the reader of a configuration had to say, in the order of the text.
[[nodiscard]] std::vector<ConfigProblem> problemsOf(const core::routeros::config::LoadedConfig& config);

struct ConfigComparison {
    std::vector<std::string> commands; // RouterOS commands that lead from the first to the second
    std::size_t added = 0, removed = 0, changed = 0, moved = 0;
    [[nodiscard]] bool same() const { return commands.empty(); }
    // "3 added, 1 changed"; "no difference"
    [[nodiscard]] std::string summary() const;
};

[[nodiscard]] ConfigComparison compareConfigs(const ConfigFile& from, const ConfigFile& to);

} // namespace core::workspace
