#include "core/workspace/config_files.h"

#include "core/routeros/config/diff.h"
#include "core/routeros/config/export.h"
#include "core/routeros/config/normalise.h"
#include "core/routeros/config/schema.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <sstream>

namespace core::workspace {

namespace config = core::routeros::config;
using config::LoadNote;

namespace {

std::string_view nameOf(LoadNote::Kind kind) {
    switch (kind) {
    case LoadNote::Kind::Error: return "error";
    case LoadNote::Kind::UnknownMenu: return "unknown-menu";
    case LoadNote::Kind::UnknownProperty: return "unknown-property";
    case LoadNote::Kind::BadValue: return "bad-value";
    case LoadNote::Kind::NotApplied: return "not-applied";
    }
    return "error";
}

core::base::Result<std::string> contentOf(const std::string& path) {
    const auto close = [](std::FILE* file) { return file == stdin ? 0 : std::fclose(file); };
    const std::unique_ptr<std::FILE, decltype(close)> file(path == "-" ? stdin : std::fopen(path.c_str(), "rb"), close);
    std::string out;
    if (file) {
        char buffer[65536];
        for (std::size_t read = 1; read > 0;) {
            read = std::fread(buffer, 1, sizeof buffer, file.get());
            out.append(buffer, read);
        }
        if (std::ferror(file.get()) == 0) {
            return out;
        }
    }
    const int reason = errno;
    return core::base::fail(reason == ENOENT ? core::base::ErrorCode::NotFound : core::base::ErrorCode::Io, "cannot read " + path, std::strerror(reason));
}

int majorOf(const std::optional<std::string>& version) { return version && version->starts_with("6") ? 6 : 7; }

std::vector<std::string> linesOf(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) {
        lines.push_back(std::move(line));
    }
    return lines;
}

} // namespace

core::base::Result<ConfigFile> ConfigFile::read(const std::string& path) {
    auto text = contentOf(path);
    if (!text) {
        return tl::unexpected(text.error());
    }
    return ConfigFile(path, *text);
}

ConfigFile::ConfigFile(std::string path, std::string_view text) : path_(std::move(path)), config_(config::loadConfig(text)) {}

std::size_t ConfigFile::unknownItems() const {
    std::size_t count = 0;
    for (const auto& [path, rows] : config_.tree.tables()) {
        const config::Menu* menu = config::findMenu(path);
        for (const config::Item& item : rows) {
            bool unknown = !menu;
            for (const auto& [name, value] : item.values) {
                unknown = unknown || (!name.starts_with('.') && !menu->find(name));
            }
            count += unknown && !path.empty() ? 1 : 0;
        }
    }
    return count;
}

std::vector<ConfigProblem> ConfigFile::problems() const { return problemsOf(config_); }

std::vector<ConfigProblem> problemsOf(const config::LoadedConfig& config) {
    std::vector<ConfigProblem> out;
    out.reserve(config.notes.size());
    for (const LoadNote& note : config.notes) {
        out.push_back({std::string(nameOf(note.kind)), note.at.line, note.at.column, note.menu, note.property, note.text});
    }
    return out;
}

std::vector<ConfigMenu> ConfigFile::menus(bool showSensitive) const {
    config::ExportOptions options;
    options.major = majorOf(version());
    options.showSensitive = showSensitive;
    options.form = config::ExportForm::Terse;
    std::vector<ConfigMenu> out;
    const auto add = [&](const std::string& path) {
        const auto rows = config_.tree.tables().find(path);
        if (rows == config_.tree.tables().end() || rows->second.empty()) {
            return;
        }
        config::ConfigTree part;
        part.table(path) = std::vector<config::Item>(rows->second.begin(), rows->second.end());
        out.push_back({path, config::findMenu(path) != nullptr, rows->second.size(), config::exportConfig(part, options)});
    };
    for (const config::Menu& menu : config::menus()) {
        add(std::string(menu.path));
    }
    for (const auto& [path, rows] : config_.tree.tables()) {
        if (!config::findMenu(path)) {
            add(path);
        }
    }
    return out;
}

std::string ConfigFile::normalised(bool showSensitive) const {
    config::ExportOptions options;
    options.major = majorOf(version());
    options.showSensitive = showSensitive;
    options.header.version = version();
    options.header.model = model();
    return config::exportConfig(config::normalised(config_.tree), options);
}

std::string ConfigComparison::summary() const {
    std::string out;
    const auto part = [&](std::size_t count, const char* what) {
        if (count > 0) {
            out += (out.empty() ? "" : ", ") + std::to_string(count) + " " + what;
        }
    };
    part(added, "added");
    part(removed, "removed");
    part(changed, "changed");
    part(moved, "moved");
    return out.empty() ? "no difference" : out;
}

ConfigComparison compareConfigs(const ConfigFile& from, const ConfigFile& to) {
    const config::ConfigDiff changes = config::diff(from.loaded().tree, to.loaded().tree);
    ConfigComparison out;
    out.commands = linesOf(config::describe(changes));
    for (const config::DiffEntry& entry : changes.entries) {
        using Kind = config::DiffEntry::Kind;
        out.added += entry.kind == Kind::Add ? 1 : 0;
        out.removed += entry.kind == Kind::Remove ? 1 : 0;
        out.changed += entry.kind == Kind::Set ? 1 : 0;
        out.moved += entry.kind == Kind::Move ? 1 : 0;
    }
    return out;
}

} // namespace core::workspace
