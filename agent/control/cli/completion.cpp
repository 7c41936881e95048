#include "agent/control/cli/completion.h"

#include "agent/control/cli/names.h"
#include "agent/control/commands/command_help.h"

#include <algorithm>
#include <array>

namespace agent::control {

namespace {

constexpr std::array<std::string_view, 26> kLanguage{"delay", "do",   "error",  "execute", "find",      "for",   "foreach", "global", "if",    "len",    "local",  "log",    "onerror",
                                                     "parse", "pick", "put",    "resolve", "return",    "serialize", "set", "time",   "toarray", "tobool", "tonum", "tostr", "while"};
// Commands whose first value is an item of their menu.
constexpr std::array<std::string_view, 9> kOfItems{"set", "remove", "enable", "disable", "move", "comment", "unset", "reset-counters", "get"};
// Arguments that name an interface.
constexpr std::array<std::string_view, 6> kInterfaces{"interface", "in-interface", "out-interface", "bridge", "parent", "gateway"};

template <std::size_t N> bool isOneOf(std::string_view name, const std::array<std::string_view, N>& names) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

// The command the cursor stands in: behind the last separator or opening bracket that is not quoted.
std::string_view commandAt(std::string_view text) {
    std::size_t begin = 0;
    bool quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\\') {
            ++i;
        } else if (text[i] == '"') {
            quoted = !quoted;
        } else if (!quoted && (text[i] == ';' || text[i] == '[' || text[i] == '{' || text[i] == '\n')) {
            begin = i + 1;
        }
    }
    return text.substr(begin);
}

std::vector<std::string> wordsOf(std::string_view text, bool& insideQuotes) {
    std::vector<std::string> words(1);
    bool quoted = false;
    for (const char c : text) {
        if (c == '"') {
            quoted = !quoted;
        }
        if (c == ' ' && !quoted) {
            if (!words.back().empty()) {
                words.emplace_back();
            }
        } else {
            words.back() += c;
        }
    }
    insideQuotes = quoted;
    return words;
}

std::string commonStart(const std::vector<CompletionOption>& options) {
    std::string common = options.front().name;
    for (const CompletionOption& option : options) {
        const auto differs = std::mismatch(common.begin(), common.end(), option.name.begin(), option.name.end());
        common.erase(differs.first, common.end());
    }
    return common;
}

void keepThoseWith(std::vector<CompletionOption>& options, std::string_view start) {
    std::erase_if(options, [start](const CompletionOption& option) { return !option.name.starts_with(start); });
    std::sort(options.begin(), options.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
}

Completion finished(std::vector<CompletionOption> options, std::string_view typed, std::string_view behindSingle) {
    Completion out;
    keepThoseWith(options, typed);
    if (!options.empty()) {
        out.insert = commonStart(options).substr(typed.size());
        out.insert += options.size() == 1 ? behindSingle : std::string_view();
    }
    out.options = std::move(options);
    return out;
}

void add(std::vector<CompletionOption>& options, const std::vector<std::string>& names) {
    for (const std::string& name : names) {
        options.push_back({name, {}});
    }
}

// Names of menus and commands behind `path`.
Completion completeName(const std::string& menu, std::string_view typed, bool slashes) {
    std::vector<CompletionOption> options;
    for (const std::string& name : childMenus(menu)) {
        options.push_back({name, helpText(menu + "/" + name)});
    }
    for (const std::string& name : verbs(menu)) {
        options.push_back({name, helpText(menu, name)});
    }
    Completion out = finished(options, typed, " ");
    if (out.options.size() == 1) {
        const std::vector<std::string> menus = childMenus(menu);
        const bool isMenu = std::find(menus.begin(), menus.end(), out.options.front().name) != menus.end();
        out.insert.back() = isMenu && slashes ? '/' : ' ';
    }
    return out;
}

Completion completeValue(std::string_view menu, std::string_view verb, std::string_view word, const ItemNames& itemNames) {
    const std::string_view name = word.substr(0, word.find('='));
    std::string_view typed = word.substr(name.size() + 1);
    typed.remove_prefix(typed.find_last_of(',') == std::string_view::npos ? 0 : typed.find_last_of(',') + 1);
    std::vector<CompletionOption> options;
    add(options, argumentWords(menu, verb, name));
    if (options.empty() && isOneOf(name, kInterfaces)) {
        add(options, itemNames("/interface"));
    }
    return finished(std::move(options), typed, " ");
}

Completion completeArgument(std::string_view menu, std::string_view verb, std::string_view word, bool first, const ItemNames& itemNames) {
    std::vector<CompletionOption> options;
    const bool item = first && isOneOf(verb, kOfItems);
    if (item) {
        add(options, itemNames(menu));
        keepThoseWith(options, word);
    }
    const std::size_t items = options.size();
    for (const std::string& name : terminalArguments(menu, verb)) {
        options.push_back({name, helpText(menu, verb, name)});
    }
    keepThoseWith(options, word);
    const bool takesValue = verb != "print" && verb != "export" && !(items == 1 && options.size() == 1);
    return finished(std::move(options), word, takesValue ? "=" : " ");
}

} // namespace

Completion complete(std::string_view menu, std::string_view text, const ItemNames& itemNames) {
    bool quoted = false;
    std::string_view command = commandAt(text);
    command.remove_prefix(std::min(command.find_first_not_of(' '), command.size()));
    if (command.starts_with(':')) {
        if (command.find(' ') != std::string_view::npos) {
            return {};
        }
        std::vector<CompletionOption> options;
        for (const std::string_view name : kLanguage) {
            options.push_back({std::string(name), {}});
        }
        return finished(std::move(options), command.substr(1), " ");
    }
    std::vector<std::string> words = wordsOf(command, quoted);
    if (quoted) {
        return {};
    }
    const std::string last = std::move(words.back());
    words.pop_back();
    const bool absolute = command.starts_with('/');
    std::vector<std::string> path;
    const auto addSegments = [&path](std::string_view word) {
        while (!word.empty()) {
            const std::string_view segment = word.substr(0, word.find('/'));
            if (segment == ".." && !path.empty()) {
                path.pop_back();
            } else if (!segment.empty() && segment != "..") {
                path.emplace_back(segment);
            }
            word.remove_prefix(std::min(segment.size() + 1, word.size()));
        }
    };
    addSegments(absolute ? std::string_view() : menu);
    for (const std::string& word : words) {
        addSegments(word.find('=') == std::string::npos ? std::string_view(word) : std::string_view());
    }
    const std::size_t slash = last.find('=') == std::string::npos ? last.rfind('/') : std::string::npos;
    const KeepsMenu none = [](std::string_view) { return false; };
    Place place = followPath(path, none);
    if (!place.verb.empty()) {
        if (last.find('=') != std::string::npos) {
            return completeValue(place.menu, place.verb, last, itemNames);
        }
        return completeArgument(place.menu, place.verb, last, path.size() == place.used && words.back().find('=') == std::string::npos, itemNames);
    }
    if (slash != std::string::npos) {
        addSegments(std::string_view(last).substr(0, slash));
        place = followPath(path, none);
    }
    if (place.used < path.size()) {
        return {};
    }
    const std::string_view typed = slash == std::string::npos ? std::string_view(last) : std::string_view(last).substr(slash + 1);
    return completeName(place.menu, typed, slash != std::string::npos);
}

} // namespace agent::control
