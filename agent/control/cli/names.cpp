#include "agent/control/cli/names.h"

#include "agent/control/commands/command_help.h"

#include <algorithm>

namespace agent::control {

namespace script = core::routeros::script;
using script::Argument;
using script::Expression;
using script::ExpressionKind;
using script::Position;
using script::Statement;

namespace {

std::vector<std::string> segmentsOf(std::string_view path) {
    std::vector<std::string> out;
    while (!path.empty()) {
        const std::size_t end = path.find('/');
        if (end != 0) {
            out.emplace_back(path.substr(0, end));
        }
        path.remove_prefix(end == std::string_view::npos ? path.size() : end + 1);
    }
    return out;
}

bool has(const std::vector<std::string>& names, std::string_view name) { return std::find(names.begin(), names.end(), name) != names.end(); }

class Resolver {
public:
    Resolver(std::string_view text, const KeepsMenu& keeps) : text_(text), keeps_(keeps) {}

    bool block(script::Block& statements) {
        return std::all_of(statements.begin(), statements.end(), [this](Statement& each) { return statement(each); });
    }
    [[nodiscard]] std::optional<Complaint> complaint() const { return complaint_; }

private:
    bool statement(Statement& s) {
        const bool named = s.kind == Statement::Kind::Menu || (s.kind == Statement::Kind::Command && !s.verb.starts_with(':'));
        if (named && (!names(s) || !arguments(s))) {
            return false;
        }
        return std::all_of(s.arguments.begin(), s.arguments.end(), [this](Argument& argument) { return expression(argument.value); });
    }

    bool expression(Expression& e) {
        return block(e.block) && std::all_of(e.parts.begin(), e.parts.end(), [this](Expression& part) { return expression(part); });
    }

    bool names(Statement& s) {
        std::vector<std::string> path = segmentsOf(s.menu);
        if (s.kind == Statement::Kind::Command) {
            path.push_back(s.verb);
        }
        const Place place = followPath(path, keeps_);
        const bool command = s.kind == Statement::Kind::Command;
        if (place.used < path.size() && (command || place.verb.empty())) {
            return complain("bad command name " + path[place.used], positionOf(path[place.used], s.at));
        }
        if (command && place.verb.empty()) {
            return complain("expected end of command", s.arguments.empty() ? s.at : s.arguments.front().at);
        }
        s.menu = place.menu;
        if (place.verb.empty()) {
            return true;
        }
        s.kind = Statement::Kind::Command;
        s.verb = place.verb;
        // "int pr det": what the reader took for menus are flags.
        std::vector<Argument> more;
        for (std::size_t i = place.used; i < path.size(); ++i) {
            const Position at = positionOf(path[i], s.at);
            more.push_back({{}, Expression(ExpressionKind::Word, at, path[i]), at});
        }
        s.arguments.insert(s.arguments.begin(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
        return true;
    }

    bool arguments(Statement& s) {
        const std::vector<std::string> known = s.kind == Statement::Kind::Command ? terminalArguments(s.menu, s.verb) : std::vector<std::string>();
        if (known.empty() || keeps_(s.menu)) {
            return true;
        }
        for (Argument& argument : s.arguments) {
            const bool flag = argument.name.empty() && argument.value.kind == ExpressionKind::Word && s.verb == "print";
            if (argument.name == "where" || (argument.name.empty() && !flag) || argument.name.starts_with('!')) {
                continue;
            }
            std::string& name = flag ? argument.value.text : argument.name;
            const auto full = name.starts_with('.') ? std::optional(name) : uniqueName(known, name);
            if (!full) {
                return complain("expected end of command", argument.at);
            }
            name = *full;
        }
        return true;
    }

    bool complain(std::string text, Position at) {
        complaint_ = Complaint{std::move(text), at};
        return false;
    }

    // Where a name stands in the text, from the beginning of its statement on.
    [[nodiscard]] Position positionOf(std::string_view name, Position from) const {
        std::size_t at = 0;
        for (int line = 1; line < from.line && at < text_.size(); ++at) {
            line += text_[at] == '\n' ? 1 : 0;
        }
        const std::size_t begin = at + static_cast<std::size_t>(from.column - 1);
        const std::size_t found = text_.find(name, std::min(begin, text_.size()));
        if (found == std::string_view::npos || text_.substr(begin, found - begin).find('\n') != std::string_view::npos) {
            return from;
        }
        return {from.line, from.column + static_cast<int>(found - begin)};
    }

    std::string_view text_;
    const KeepsMenu& keeps_;
    std::optional<Complaint> complaint_;
};

} // namespace

std::vector<std::string> terminalArguments(std::string_view menu, std::string_view verb) {
    std::vector<std::string> names = argumentNames(menu, verb);
    if (verb == "print") {
        names.insert(names.end(), {"append", "as-value", "brief", "comments", "count-only", "detail", "file", "follow", "follow-only", "interval", "proplist", "show-ids", "stats",
                                   "stats-detail", "terse", "value-list", "where", "without-paging"});
        if (menu.find("/firewall/") != std::string_view::npos) {
            names.emplace_back("chain");
        }
    } else if (verb.starts_with("monitor")) {
        names.insert(names.end(), {"as-value", "duration", "interval", "once", "without-paging"});
    }
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
    return names;
}

std::optional<std::string> uniqueName(const std::vector<std::string>& names, std::string_view typed) {
    if (has(names, typed)) {
        return std::string(typed);
    }
    std::optional<std::string> found;
    for (const std::string& name : names) {
        if (!typed.empty() && name.starts_with(typed)) {
            if (found) {
                return std::nullopt;
            }
            found = name;
        }
    }
    return found;
}

Place followPath(const std::vector<std::string>& path, const KeepsMenu& keeps) {
    Place place;
    for (const std::string& name : path) {
        std::vector<std::string> below = childMenus(place.menu);
        const std::vector<std::string> commands = verbs(place.menu);
        const bool menu = has(below, name) || (!has(commands, name) && keeps(place.menu + "/" + name));
        if (menu) {
            place.menu += "/" + name;
            ++place.used;
            continue;
        }
        below.insert(below.end(), commands.begin(), commands.end());
        const bool kept = !place.menu.empty() && keeps(place.menu);
        const auto full = uniqueName(below, name);
        if (!full && !kept) {
            return place;
        }
        ++place.used;
        if (full && has(childMenus(place.menu), *full)) {
            place.menu += "/" + *full;
            continue;
        }
        place.verb = full ? *full : name; // a kept menu's commands are the router's to judge
        return place;
    }
    return place;
}

std::optional<Complaint> resolveNames(script::Program& program, std::string_view text, const KeepsMenu& keeps) {
    Resolver resolver(text, keeps);
    resolver.block(program.statements);
    return resolver.complaint();
}

} // namespace agent::control
