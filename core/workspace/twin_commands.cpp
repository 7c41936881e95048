#include "core/workspace/twin_commands.h"

#include <algorithm>
#include <cctype>

namespace core::workspace {

namespace {

// "*1F" of this menu as the twin's own copy knows it; empty: no such item.
std::string ownName(const LiveConfig& live, const std::string& menu, const std::string& id) {
    const auto known = live.byRouterId.find(menu + id);
    if (known == live.byRouterId.end()) {
        return {};
    }
    const auto items = live.config.tree.items(menu);
    const auto found = std::find_if(items.begin(), items.end(), [&](const auto* item) { return item->id == known->second; });
    if (found == items.end()) {
        return {};
    }
    const std::string name((*found)->value("name"));
    const bool plain = !name.empty() && std::all_of(name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) != 0 || c == '-' || c == '_'; });
    return plain && std::isalpha(static_cast<unsigned char>(name.front())) != 0 ? name : std::to_string(found - items.begin());
}

std::string translated(const std::string& line, const std::string& menu, const LiveConfig& live) {
    std::string out;
    bool quoted = false;
    for (std::size_t at = 0; at < line.size();) {
        quoted = quoted != (line[at] == '"' && (at == 0 || line[at - 1] != '\\'));
        const bool begins = line[at] == '*' && !quoted && (at == 0 || std::string_view(" =,").find(line[at - 1]) != std::string_view::npos);
        std::size_t end = at + 1;
        while (begins && end < line.size() && std::isxdigit(static_cast<unsigned char>(line[end])) != 0) {
            ++end;
        }
        const std::string own = begins && end > at + 1 ? ownName(live, menu, line.substr(at, end - at)) : std::string();
        out += own.empty() ? line.substr(at, end - at) : own;
        at = end;
    }
    return out;
}

} // namespace

std::string twinCommands(const core::model::Plan& plan, const LiveConfig* live) {
    std::string out;
    for (const core::model::PlanStep& step : plan.steps) {
        out += (live != nullptr ? translated(step.commandLine, step.command.menu, *live) : step.commandLine) + "\n";
    }
    return out;
}

} // namespace core::workspace
