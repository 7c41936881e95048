// Commands of the router: find, get and print are answered from its items, all others are requests.
#include "core/routeros/script/execution.h"
#include "core/routeros/script/program_printer.h"

#include <algorithm>
#include <array>

namespace core::routeros::script {

using core::model::Request;
using core::model::Row;

namespace {

// The name a command gives its value without one; "numbers" unless listed.
std::string_view positionalName(std::string_view verb, int position) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 8> kNames{{{"ping", "address"},
                                                                                 {"traceroute", "address"},
                                                                                 {"fetch", "url"},
                                                                                 {"torch", "interface"},
                                                                                 {"debug", "message"},
                                                                                 {"error", "message"},
                                                                                 {"info", "message"},
                                                                                 {"warning", "message"}}};
    for (const auto& [command, name] : kNames) {
        if (command == verb && position == 0) {
            return name;
        }
    }
    return position == 0 ? "numbers" : verb == "move" ? "destination" : "";
}

// Commands whose first bare word is an item or a value, not a flag.
bool takesItems(std::string_view verb) {
    constexpr std::array<std::string_view, 14> kVerbs{"set",     "remove", "enable", "disable", "move", "comment", "unset", "reset-counters",
                                                      "monitor", "run",    "reset",  "release", "renew", "provision"};
    return std::find(kVerbs.begin(), kVerbs.end(), verb) != kVerbs.end() || positionalName(verb, 0) != "numbers";
}

Value propertiesOf(const Row& row) {
    Array out;
    for (const auto& attribute : row.attributes()) {
        out.keyed.insert_or_assign(attribute.name, attribute.name == ".id" ? Value(Value::Variant(Id{attribute.value})) : literalValue(attribute.value));
    }
    return out;
}

bool isFlag(const Statement& s, std::string_view flag) {
    return std::any_of(s.arguments.begin(), s.arguments.end(),
                       [&](const Argument& a) { return a.name.empty() && a.value.kind == ExpressionKind::Word && a.value.text == flag; });
}

// By id, by name, or by its place in the menu.
const Row* rowOf(const std::vector<Row>& rows, std::string_view item) {
    if (item.empty()) {
        return nullptr; // a find without a result
    }
    for (const Row& row : rows) {
        if (row.value(".id") == item || row.value("name") == item) {
            return &row;
        }
    }
    const Value literal = literalValue(item);
    const auto* place = literal.as<std::int64_t>();
    const std::int64_t index = place ? *place : -1;
    return index >= 0 && index < static_cast<std::int64_t>(rows.size()) ? &rows[static_cast<std::size_t>(index)] : nullptr;
}

} // namespace

Evaluated<Value> Execution::routerCommand(const Statement& s, Scope& scope) {
    if (s.verb == "find") {
        return find(s, scope);
    }
    if (s.verb == "get") {
        return get(s, scope);
    }
    if (s.verb == "print" && (isFlag(s, "as-value") || isFlag(s, "count-only"))) {
        return printed(s, scope);
    }
    const auto asked = request(s, scope);
    if (!asked) {
        return tl::unexpected(asked.error());
    }
    if (s.menu == "/log" && s.verb != "print") {
        router_.log(s.verb, asked->argument("message").value_or(""));
        return Value();
    }
    const auto answer = router_.run(*asked);
    if (!answer) {
        return error(s.at, answer.error().text);
    }
    if (!answer->ret.empty()) {
        return literalValue(answer->ret);
    }
    Array out;
    for (const Row& row : answer->rows) {
        out.list.push_back(propertiesOf(row));
    }
    const bool one = out.list.size() == 1;
    return out.list.empty() ? Value() : one ? out.list.front() : Value(std::move(out));
}

// The items of the command's menu for which its condition holds.
Evaluated<std::vector<Row>> Execution::rows(const Statement& s, Scope& scope) {
    auto items = router_.items(s.menu);
    if (!items) {
        return error(s.at, items.error().text);
    }
    const Expression* condition = s.argument("where");
    if (!condition) {
        return std::move(*items);
    }
    std::vector<Row> out;
    for (Row& row : *items) {
        if (const auto going = step(s.at); !going) {
            return tl::unexpected(going.error());
        }
        const auto is = holds(*condition, row, scope);
        if (!is) {
            return tl::unexpected(is.error());
        }
        if (*is) {
            out.push_back(std::move(row));
        }
    }
    return out;
}

Evaluated<Value> Execution::find(const Statement& s, Scope& scope) {
    return rows(s, scope).map([](const std::vector<Row>& found) {
        Array out;
        for (const Row& row : found) {
            out.list.emplace_back(Value::Variant(Id{std::string(row.value(".id"))}));
        }
        return Value(std::move(out));
    });
}

// get, get mtu, get ether1, get [find …] mtu, get number=0 value-name=mtu
Evaluated<Value> Execution::get(const Statement& s, Scope& scope) {
    const auto all = router_.items(s.menu);
    if (!all) {
        return error(s.at, all.error().text);
    }
    const bool settings = all->size() == 1 && !all->front().get(".id");
    std::vector<std::string> words;
    std::optional<std::string> item;
    std::optional<std::string> name;
    for (const Argument& argument : s.arguments) {
        auto text = argumentText(argument.value, scope);
        if (!text) {
            return tl::unexpected(text.error());
        }
        if (argument.name == "number" || argument.name == "numbers") {
            item = std::move(*text);
        } else if (argument.name == "value-name") {
            name = std::move(*text);
        } else if (argument.name.empty()) {
            words.push_back(std::move(*text));
        }
    }
    std::size_t next = 0;
    if (!settings && !item && next < words.size()) {
        item = words[next++];
    }
    if (!name && next < words.size()) {
        name = words[next];
    }
    const Row* row = settings ? &all->front() : item ? rowOf(*all, *item) : nullptr;
    if (!row) {
        return error(s.at, "no such item");
    }
    if (!name) {
        return propertiesOf(*row);
    }
    const auto property = row->get(*name);
    return property ? *name == ".id" ? Value(Value::Variant(Id{std::string(*property)})) : literalValue(*property) : Value();
}

// print as-value, print count-only
Evaluated<Value> Execution::printed(const Statement& s, Scope& scope) {
    const auto found = rows(s, scope);
    if (!found) {
        return tl::unexpected(found.error());
    }
    if (isFlag(s, "count-only")) {
        return Value::number(static_cast<std::int64_t>(found->size()));
    }
    Array out;
    for (const Row& row : *found) {
        out.list.push_back(propertiesOf(row));
    }
    const bool settings = out.list.size() == 1 && !found->front().get(".id");
    return settings ? out.list.front() : Value(std::move(out));
}

Evaluated<Request> Execution::request(const Statement& s, Scope& scope) {
    Request out;
    out.menu = s.menu;
    out.verb = s.verb;
    int position = 0;
    for (const Argument& argument : s.arguments) {
        if (argument.name == "where") {
            const auto found = find(s, scope);
            if (!found) {
                return tl::unexpected(found.error());
            }
            out.arguments.push_back({"numbers", toArgument(*found)});
            continue;
        }
        const bool word = argument.name.empty() && argument.value.kind == ExpressionKind::Word;
        if (word && (argument.value.text.starts_with('!') || position > 0 || !takesItems(s.verb)) && !(s.verb == "move" && position == 1)) {
            out.arguments.push_back({argument.value.text, {}});
            continue;
        }
        auto text = argumentText(argument.value, scope);
        if (!text) {
            return tl::unexpected(text.error());
        }
        std::string name = argument.name.empty() ? std::string(positionalName(s.verb, position++)) : argument.name;
        if (name.empty()) {
            return error(argument.at, "expected end of command");
        }
        out.arguments.push_back({std::move(name), std::move(*text)});
    }
    return out;
}

// A bare word as it is written, a block as the text of its commands, anything else as its value.
Evaluated<std::string> Execution::argumentText(const Expression& e, Scope& scope) {
    if (e.kind == ExpressionKind::Word || e.kind == ExpressionKind::String) {
        return e.text;
    }
    if (e.kind == ExpressionKind::Block) {
        Program program;
        program.statements = e.block;
        return printProgram(program);
    }
    if (e.kind == ExpressionKind::Glued) {
        std::string out;
        for (const Expression& part : e.parts) {
            auto text = argumentText(part, scope);
            if (!text) {
                return text;
            }
            out += *text;
        }
        return out;
    }
    return value(e, scope).map([](const Value& v) { return toArgument(v); });
}

} // namespace core::routeros::script
