#include "core/routeros/script/parser.h"

#include "core/routeros/script/lexer.h"

#include <algorithm>
#include <array>

namespace core::routeros::script {

using core::base::Error;
using core::base::Result;

namespace {

// Without the router's own command tree a word can only be told from a menu by knowing the verbs.
constexpr std::array<std::string_view, 24> kVerbs{"add", "cancel", "comment", "disable", "edit", "enable", "export", "find", "get", "getall", "listen", "load",
                                                  "monitor", "monitor-traffic", "move", "print", "quit", "remove", "reset-counters", "reset-counters-all", "set",
                                                  "start", "stop", "unset"};

bool isVerb(std::string_view word) { return std::find(kVerbs.begin(), kVerbs.end(), word) != kVerbs.end(); }

class Parser {
public:
    Parser(const std::vector<Token>& tokens, std::string_view fileName) : tokens_(tokens), fileName_(fileName) {}

    Result<Script> run() {
        while (peek().kind != TokenKind::End) {
            if (peek().kind == TokenKind::EndOfCommand) {
                ++at_;
                continue;
            }
            if (const auto error = line()) {
                return tl::unexpected(*error);
            }
        }
        return std::move(script_);
    }

private:
    using Failure = std::optional<Error>;

    [[nodiscard]] const Token& peek(std::size_t ahead = 0) const { return tokens_[std::min(at_ + ahead, tokens_.size() - 1)]; }
    [[nodiscard]] bool atEnd() const { return peek().kind == TokenKind::EndOfCommand || peek().kind == TokenKind::End; }
    [[nodiscard]] Error error(Position at, std::string_view text) const { return errorAt(fileName_, at, text); }

    // One line: path words, then perhaps a verb with its arguments.
    Failure line() {
        Command command;
        command.at = peek().at;
        if (peek().kind != TokenKind::Word) {
            return error(peek().at, "a line must begin with a menu or a command");
        }
        const bool absolute = peek().text.starts_with('/');
        command.menu = absolute ? std::string() : menu_;
        if (peek().text.starts_with(':') || peek().text.starts_with("..")) {
            return error(peek().at, "'" + peek().text + "' is not understood here; only menus and commands are");
        }
        while (command.verb.empty() && peek().kind == TokenKind::Word && !(peek(1).kind == TokenKind::Equals && peek(1).glued)) {
            if (const auto failure = pathWord(command)) {
                return failure;
            }
        }
        if (command.verb.empty()) {
            if (!atEnd()) {
                return error(peek().at, "expected a command such as add or set before this");
            }
            menu_ = command.menu;
            return std::nullopt;
        }
        while (!atEnd()) {
            if (const auto failure = argument(command)) {
                return failure;
            }
        }
        script_.push_back(std::move(command));
        return std::nullopt;
    }

    // "filter", "/ip/firewall", "/ip/firewall/filter/add"
    Failure pathWord(Command& command) {
        const Token token = peek();
        ++at_;
        std::string_view rest = token.text;
        while (!rest.empty()) {
            if (rest.front() == '/') {
                rest.remove_prefix(1);
                continue;
            }
            const std::string_view segment = rest.substr(0, rest.find('/'));
            rest.remove_prefix(segment.size());
            if (!isVerb(segment)) {
                command.menu += "/" + std::string(segment);
                continue;
            }
            command.verb = segment;
            if (!rest.empty()) {
                return error(token.at, "'" + std::string(segment) + "' is a command, nothing can stand below it");
            }
        }
        return std::nullopt;
    }

    Failure argument(Command& command) {
        Argument argument;
        argument.at = peek().at;
        const bool named = peek().kind == TokenKind::Word && peek(1).kind == TokenKind::Equals && peek(1).glued;
        if (named) {
            argument.name = peek().text;
            at_ += 2;
            argument.value.emplace();
            // "name=" with a blank or nothing behind it is the empty value.
            if (!atEnd() && peek().glued) {
                if (const auto failure = value(*argument.value)) {
                    return failure;
                }
            }
        } else if (peek().kind == TokenKind::Word && isFlag(command, peek().text)) {
            argument.name = peek().text;
            ++at_;
        } else {
            argument.value.emplace();
            if (const auto failure = value(*argument.value)) {
                return failure;
            }
        }
        command.arguments.push_back(std::move(argument));
        return std::nullopt;
    }

    // A bare word behind print, monitor … is a flag, behind set, remove … it is an item; "!name" is always an unset.
    static bool isFlag(const Command& command, std::string_view word) {
        static constexpr std::array<std::string_view, 8> itemVerbs{"set", "remove", "enable", "disable", "move", "comment", "unset", "reset-counters"};
        return word.starts_with('!') || std::find(itemVerbs.begin(), itemVerbs.end(), command.verb) == itemVerbs.end();
    }

    Failure value(Value& into) {
        if (peek().kind == TokenKind::OpenBracket) {
            return find(into);
        }
        bool first = true;
        while (!atEnd() && (first || peek().glued)) {
            switch (peek().kind) {
            case TokenKind::Word:
            case TokenKind::String: into.text += peek().text; break;
            case TokenKind::Equals:
                if (first) {
                    return error(peek().at, "a name is missing before '='");
                }
                into.text += '=';
                break;
            default: return error(peek().at, "unexpected bracket");
            }
            ++at_;
            first = false;
        }
        return std::nullopt;
    }

    // [find name=value …], [ find where name=value ]
    Failure find(Value& into) {
        Find found;
        found.at = peek().at;
        ++at_;
        if (peek().kind != TokenKind::Word || peek().text != "find") {
            return error(peek().at, "only [find name=value] is understood in brackets");
        }
        ++at_;
        if (peek().kind == TokenKind::Word && peek().text == "where") {
            ++at_;
        }
        while (peek().kind != TokenKind::CloseBracket) {
            if (atEnd()) {
                return error(found.at, "this bracket is never closed");
            }
            if (peek().kind != TokenKind::Word || peek(1).kind != TokenKind::Equals) {
                return error(peek().at, "expected name=value in find");
            }
            core::model::Attribute condition{peek().text, {}};
            at_ += 2;
            Value text;
            if (peek().glued && peek().kind != TokenKind::CloseBracket) {
                if (const auto failure = conditionValue(text)) {
                    return failure;
                }
            }
            condition.value = std::move(text.text);
            found.conditions.push_back(std::move(condition));
        }
        ++at_;
        into.find = std::move(found);
        return std::nullopt;
    }

    Failure conditionValue(Value& into) {
        while ((peek().kind == TokenKind::Word || peek().kind == TokenKind::String) && peek().glued) {
            into.text += peek().text;
            ++at_;
        }
        return peek().kind == TokenKind::OpenBracket ? Failure(error(peek().at, "a find inside a find is not understood")) : std::nullopt;
    }

    const std::vector<Token>& tokens_;
    std::string_view fileName_;
    std::size_t at_ = 0;
    std::string menu_;
    Script script_;
};

} // namespace

Result<Script> parseScript(std::string_view text, std::string_view fileName) {
    const auto tokens = tokenize(text, fileName);
    if (!tokens) {
        return tl::unexpected(tokens.error());
    }
    return Parser(*tokens, fileName).run();
}

Result<core::model::Request> toRequest(const Command& command, std::string_view fileName, const FindResolver& find) {
    core::model::Request request;
    request.menu = command.menu;
    request.verb = command.verb;
    int positional = 0;
    for (const Argument& argument : command.arguments) {
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
