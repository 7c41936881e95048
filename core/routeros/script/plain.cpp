// Programs as plain commands, and those as requests.
#include "core/routeros/script/commands.h"
#include "core/routeros/script/parser.h"

#include <algorithm>
#include <array>

namespace core::routeros::script {

using core::base::Result;

namespace {

bool isText(const Expression& e) { return e.kind == ExpressionKind::Word || e.kind == ExpressionKind::String; }

// Conditions of the form name=value that must all hold; false for any other.
bool collect(const Expression& e, std::vector<core::model::Attribute>& into) {
    if (e.kind == ExpressionKind::Binary && e.op == Operator::And) {
        return std::all_of(e.parts.begin(), e.parts.end(), [&](const Expression& part) { return collect(part, into); });
    }
    if (e.kind != ExpressionKind::Binary || e.op != Operator::Equal || e.parts[0].kind != ExpressionKind::Property || !isText(e.parts[1])) {
        return false;
    }
    into.push_back({e.parts[0].text, e.parts[1].text});
    return true;
}

std::optional<Find> findOf(const Expression& substitution, std::string_view menu) {
    if (substitution.block.size() != 1) {
        return std::nullopt;
    }
    const Statement& command = substitution.block.front();
    Find find{{}, substitution.at};
    const bool plain = command.kind == Statement::Kind::Command && command.verb == "find" && command.menu == menu && command.arguments.size() <= 1 &&
                       (command.arguments.empty() || (command.arguments.front().name == "where" && collect(command.arguments.front().value, find.conditions)));
    return plain ? std::optional(std::move(find)) : std::nullopt;
}

// A bare word behind print, monitor … is a flag, behind set, remove … it is an item; "!name" is always an unset.
bool isFlag(std::string_view verb, const Expression& value) {
    constexpr std::array<std::string_view, 8> kItemVerbs{"set", "remove", "enable", "disable", "move", "comment", "unset", "reset-counters"};
    return value.kind == ExpressionKind::Word && (value.text.starts_with('!') || std::find(kItemVerbs.begin(), kItemVerbs.end(), verb) == kItemVerbs.end());
}

Result<PlainArgument> plainArgument(const Statement& command, const Argument& argument, std::string_view fileName) {
    PlainArgument out{argument.name, std::nullopt, argument.at};
    const Expression& value = argument.value;
    if (argument.name.empty() && isFlag(command.verb, value)) {
        out.name = value.text;
        return out;
    }
    if (argument.name != "where" && isText(value)) {
        out.value = PlainValue{value.text, std::nullopt};
        return out;
    }
    if (value.kind != ExpressionKind::Substitution) {
        return tl::unexpected(errorAt(fileName, value.at, "variables, blocks and expressions are not understood here; write the value itself"));
    }
    auto find = findOf(value, command.menu);
    if (!find) {
        return tl::unexpected(errorAt(fileName, value.at, "only [find name=value] in the command's own menu is understood in brackets here"));
    }
    out.value = PlainValue{{}, std::move(find)};
    return out;
}

Result<Command> plainCommand(const Statement& statement, std::string_view fileName) {
    if (statement.kind != Statement::Kind::Command || statement.verb.starts_with(':')) {
        const std::string what = statement.kind == Statement::Kind::Command ? statement.verb : statement.kind == Statement::Kind::Scope ? "{" : "$";
        return tl::unexpected(errorAt(fileName, statement.at, "'" + what + "' is not understood here; only menus and commands are"));
    }
    if (!isCommand(statement.menu, statement.verb)) {
        return tl::unexpected(errorAt(fileName, statement.arguments.empty() ? statement.at : statement.arguments.front().at,
                                      "expected a command such as add or set before this"));
    }
    Command command{statement.menu, statement.verb, {}, statement.at};
    for (const Argument& argument : statement.arguments) {
        auto plain = plainArgument(statement, argument, fileName);
        if (!plain) {
            return tl::unexpected(plain.error());
        }
        command.arguments.push_back(std::move(*plain));
    }
    return command;
}

} // namespace

Result<Script> plainCommands(const Program& program, std::string_view fileName) {
    if (const Diagnostic* error = program.firstError()) {
        return tl::unexpected(errorAt(fileName, error->at, error->text));
    }
    Script script;
    for (const Statement& statement : program.statements) {
        if (statement.kind == Statement::Kind::Menu || statement.kind == Statement::Kind::Comment) {
            continue;
        }
        auto command = plainCommand(statement, fileName);
        if (!command) {
            return tl::unexpected(command.error());
        }
        script.push_back(std::move(*command));
    }
    return script;
}

Result<core::model::Request> toRequest(const Command& command, std::string_view fileName, const FindResolver& find) {
    core::model::Request request;
    request.menu = command.menu;
    request.verb = command.verb;
    int positional = 0;
    for (const PlainArgument& argument : command.arguments) {
        core::model::Attribute attribute{argument.name, argument.value ? argument.value->text : std::string()};
        if (argument.value && argument.value->find) {
            auto ids = find(command.menu, *argument.value->find);
            if (!ids) {
                return tl::unexpected(errorAt(fileName, argument.value->find->at, ids.error().text));
            }
            attribute.value = std::move(*ids);
        }
        if (attribute.name.empty()) {
            if (positional > (command.verb == "move" ? 1 : 0)) {
                return tl::unexpected(errorAt(fileName, argument.at, "expected end of command"));
            }
            attribute.name = positional++ == 0 ? "numbers" : "destination";
        }
        request.arguments.push_back(std::move(attribute));
    }
    return request;
}

} // namespace core::routeros::script
