#include "app/ctl/config_command.h"

#include "core/workspace/config_files.h"

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

namespace app::ctl {

using core::workspace::ConfigFile;
using core::workspace::ConfigMenu;
using core::workspace::ConfigProblem;
using nlohmann::ordered_json;

namespace {

enum Found { kFine = 0, kFound = 1, kUnreadable = 3 };

void print(const std::string& text) { std::fwrite(text.data(), 1, text.size(), stdout); }

// RouterOS stores octets of any code page; what is no UTF-8 is replaced.
void printJson(const ordered_json& json) { print(json.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n"); }

ordered_json textOrNull(const std::optional<std::string>& text) { return text ? ordered_json(*text) : ordered_json(nullptr); }

ordered_json jsonOf(const ConfigProblem& problem) {
    return {{"kind", problem.kind}, {"line", problem.line}, {"column", problem.column}, {"menu", problem.menu}, {"property", problem.property}, {"text", problem.text}};
}

ordered_json checkOf(const ConfigFile& file) {
    ordered_json errors = ordered_json::array(), warnings = ordered_json::array();
    for (const ConfigProblem& problem : file.problems()) {
        (problem.isError() ? errors : warnings).push_back(jsonOf(problem));
    }
    return {{"file", file.path()}, {"version", textOrNull(file.version())}, {"model", textOrNull(file.model())}, {"items", file.items()},
            {"unknown_items", file.unknownItems()}, {"errors", errors}, {"warnings", warnings}};
}

void printCheck(const ConfigFile& file) {
    print(file.path() + ": RouterOS " + file.version().value_or("of unknown version") + ", model " + file.model().value_or("unknown") + ", " +
          std::to_string(file.items()) + " items, " + std::to_string(file.unknownItems()) + " unknown\n");
    for (const ConfigProblem& problem : file.problems()) {
        print(file.path() + ":" + std::to_string(problem.line) + ":" + std::to_string(problem.column) + ": " + problem.kind + ": " + problem.text + "\n");
    }
}

bool hasErrors(const ConfigFile& file) {
    const auto problems = file.problems();
    return std::any_of(problems.begin(), problems.end(), [](const ConfigProblem& problem) { return problem.isError(); });
}

int check(const std::vector<ConfigFile>& files, bool json) {
    ordered_json all = ordered_json::array();
    for (const ConfigFile& file : files) {
        if (json) {
            all.push_back(checkOf(file));
        } else {
            printCheck(file);
        }
    }
    if (json) {
        printJson(all);
    }
    return std::any_of(files.begin(), files.end(), hasErrors) ? kFound : kFine;
}

int show(const std::vector<ConfigFile>& files, const ConfigOptions& options) {
    ordered_json all = ordered_json::array();
    for (const ConfigFile& file : files) {
        ordered_json menus = ordered_json::array();
        for (const ConfigMenu& menu : file.menus(options.showSensitive)) {
            menus.push_back({{"menu", menu.path}, {"known", menu.known}, {"items", menu.items}, {"text", menu.text}});
            if (!options.json) {
                const std::string what = menu.path.empty() ? "kept word for word" : menu.path + (menu.known ? "" : " (unknown)");
                print("# " + file.path() + ": " + what + ", " + std::to_string(menu.items) + (menu.items == 1 ? " item\n" : " items\n") + menu.text);
            }
        }
        all.push_back({{"file", file.path()}, {"menus", menus}});
    }
    if (options.json) {
        printJson(all);
    }
    return kFine;
}

int difference(const ConfigFile& from, const ConfigFile& to, bool json) {
    const auto comparison = core::workspace::compareConfigs(from, to);
    if (json) {
        printJson({{"from", from.path()}, {"to", to.path()}, {"added", comparison.added}, {"removed", comparison.removed}, {"changed", comparison.changed},
                   {"moved", comparison.moved}, {"commands", comparison.commands}});
    } else {
        for (const std::string& command : comparison.commands) {
            print(command + "\n");
        }
        print("# " + from.path() + " to " + to.path() + ": " + comparison.summary() + "\n");
    }
    return comparison.same() ? kFine : kFound;
}

int normalise(const std::vector<ConfigFile>& files, const ConfigOptions& options) {
    ordered_json all = ordered_json::array();
    for (const ConfigFile& file : files) {
        const std::string text = file.normalised(options.showSensitive);
        all.push_back({{"file", file.path()}, {"text", text}});
        if (!options.json) {
            print(text);
        }
    }
    if (options.json) {
        printJson(all);
    }
    return kFine;
}

int run(const std::vector<ConfigFile>& files, const ConfigOptions& options) {
    switch (options.action) {
    case ConfigOptions::Action::Check: return check(files, options.json);
    case ConfigOptions::Action::Show: return show(files, options);
    case ConfigOptions::Action::Diff: return files.size() == 2 ? difference(files[0], files[1], options.json) : static_cast<int>(kUnreadable);
    case ConfigOptions::Action::Normalise: return normalise(files, options);
    }
    return kFine;
}

} // namespace

int runConfig(const ConfigOptions& options) {
    std::vector<ConfigFile> files;
    bool unreadable = false;
    for (const std::string& path : options.files) {
        auto file = ConfigFile::read(path);
        if (file) {
            files.push_back(std::move(*file));
        } else {
            unreadable = true;
            std::fprintf(stderr, "pathscopectl: %s\n", file.error().describe().c_str());
        }
    }
    const int found = run(files, options);
    return unreadable ? static_cast<int>(kUnreadable) : found;
}

} // namespace app::ctl
