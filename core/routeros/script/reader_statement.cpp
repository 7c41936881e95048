// Statements: menus, commands and their arguments.
#include "core/routeros/script/commands.h"
#include "core/routeros/script/reader.h"

#include <algorithm>

namespace core::routeros::script {

namespace {

constexpr CharSet kPathStops(" \t\r\n\\;=[](){}\"$");
constexpr CharSet kNameStops(" \t\r\n\\;=[](){}\"$");

bool isNameOctet(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; }

// Every menu and command of RouterOS is spelled so; text pasted from elsewhere rarely is.
bool isPathSegment(std::string_view word) {
    return std::all_of(word.begin(), word.end(), isNameOctet) && std::any_of(word.begin(), word.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

std::string parentOf(std::string_view menu) {
    const std::size_t slash = menu.rfind('/');
    return std::string(menu.substr(0, slash == std::string_view::npos ? 0 : slash));
}

std::string lastSegment(std::string_view menu) { return std::string(menu.substr(menu.rfind('/') + 1)); }

bool isLetterOrDigit(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); }

} // namespace

Reader::Read<Statement> Reader::statement() {
    switch (lexer_.peek()) {
    case '#': return comment();
    case '{': return scope();
    case '$':
    case '[':
    case '(': return call();
    case ':': return languageCommand();
    default: return menuOrCommand();
    }
}

Reader::Read<Statement> Reader::comment() {
    Statement out;
    out.kind = Statement::Kind::Comment;
    out.at = lexer_.here();
    out.text = lexer_.restOfLine().substr(1);
    while (!out.text.empty() && (out.text.back() == '\r' || out.text.back() == ' ')) {
        out.text.pop_back();
    }
    lexer_.skipLine();
    return out;
}

Reader::Read<Statement> Reader::scope() {
    Statement out;
    out.kind = Statement::Kind::Scope;
    out.at = lexer_.here();
    auto body = block();
    if (!body) {
        return std::nullopt;
    }
    out.arguments.push_back({{}, std::move(*body), out.at});
    return out;
}

// $function a b name=c
Reader::Read<Statement> Reader::call() {
    Statement out;
    out.kind = Statement::Kind::Call;
    out.at = lexer_.here();
    auto callee = value(Place::Argument, false);
    if (!callee) {
        return std::nullopt;
    }
    const ExpressionKind kind = callee->kind;
    if (kind != ExpressionKind::Variable && kind != ExpressionKind::Substitution && kind != ExpressionKind::Binary && kind != ExpressionKind::Unary) {
        return fail(out.at, "a text or array is no function; write $name or [command]");
    }
    out.arguments.push_back({{}, std::move(*callee), out.at});
    return arguments(out) ? Read<Statement>(std::move(out)) : std::nullopt;
}

Reader::Read<Statement> Reader::languageCommand() {
    Statement out;
    out.at = lexer_.here();
    lexer_.take();
    lexer_.skipBlanks();
    out.verb = ":";
    while (isLetterOrDigit(lexer_.peek()) || (out.verb.size() > 1 && lexer_.peek() == '-')) {
        out.verb += lexer_.take();
    }
    if (out.verb == ":") {
        return fail(out.at, "a command is missing behind ':'");
    }
    return arguments(out) ? Read<Statement>(std::move(out)) : std::nullopt;
}

// "/ip firewall filter", "add chain=forward", "/ip/firewall/filter/add …", ".. nat"
Reader::Read<Statement> Reader::menuOrCommand() {
    Statement out;
    out.at = lexer_.here();
    const bool absolute = lexer_.peek() == '/';
    out.menu = absolute ? std::string() : menu_;
    if (!absolute && lexer_.peek() != '.') {
        const Lexer::Mark mark = lexer_.mark();
        const std::string first = lexer_.word(kPathStops);
        if (lexer_.peek() != '=' && isLanguageCommand(first)) {
            out.menu.clear();
            out.verb = ":" + first;
            return arguments(out) ? Read<Statement>(std::move(out)) : std::nullopt;
        }
        lexer_.rewind(mark);
    }
    if (!pathWords(out)) {
        return std::nullopt;
    }
    if (out.verb.empty() && !atStatementEnd()) {
        // No known command: the word in front of the arguments must be one.
        if (out.menu.empty() || (!absolute && out.menu == menu_)) {
            return fail(lexer_.here(), "a statement must begin with a menu or a command");
        }
        out.verb = lastSegment(out.menu);
        out.menu = parentOf(out.menu);
    }
    if (out.verb.empty()) {
        out.kind = Statement::Kind::Menu;
        return out;
    }
    // Brackets in the arguments run in the command's own menu: /ip address remove [find].
    const RestoredMenu outer(menu_);
    if (!out.verb.starts_with(':')) {
        menu_ = out.menu;
    }
    return arguments(out) ? Read<Statement>(std::move(out)) : std::nullopt;
}

bool Reader::pathWords(Statement& into) {
    while (into.verb.empty()) {
        const Lexer::Mark mark = lexer_.mark();
        const Position at = lexer_.here();
        const std::string word = lexer_.word(kPathStops);
        if (lexer_.peek() == '=' && word.starts_with('/')) {
            fail(at, "'" + word + "=' runs menu, command and property together; the blanks of this text seem to be lost");
            return false;
        }
        if (word.empty() || lexer_.peek() == '=' || word.starts_with('!')) {
            lexer_.rewind(mark);
            return true;
        }
        if (!pathWord(into, word, at)) {
            return false;
        }
        lexer_.skipBlanks();
        if (atStatementEnd()) {
            return true;
        }
    }
    return true;
}

// "filter", "/ip/firewall", "/ip/firewall/filter/add", "..", "../nat"
bool Reader::pathWord(Statement& into, std::string_view word, Position at) {
    while (!word.empty()) {
        if (word.front() == '/') {
            word.remove_prefix(1);
            continue;
        }
        const std::string_view segment = word.substr(0, word.find('/'));
        word.remove_prefix(segment.size());
        if (into.menu.empty() && word.empty() && isLanguageCommand(segment)) {
            into.verb = ":" + std::string(segment); // "/put" is ":put"
        } else if (segment == "..") {
            into.menu = parentOf(into.menu);
        } else if (!isPathSegment(segment)) {
            fail(at, "'" + std::string(segment) + "' is neither a menu nor a command");
            return false;
        } else if (!isCommand(into.menu, segment)) {
            into.menu += "/" + std::string(segment);
        } else if (into.verb = segment; !word.empty()) {
            fail(at, "'" + std::string(segment) + "' is a command, nothing can stand below it");
            return false;
        }
    }
    return true;
}

bool Reader::atStatementEnd() const {
    const char c = lexer_.peek();
    return lexer_.atEnd() || c == '\n' || c == ';' || c == '}' || c == ']' || c == '#';
}

// Only the closing bracket of what is being read may stand behind a statement without a separator.
bool Reader::endOfStatement() {
    lexer_.skipBlanks();
    const char c = lexer_.peek();
    if (lexer_.atEnd() || c == '\n' || c == ';' || c == '#' || (c == '}' && depth_ > 0)) {
        return true;
    }
    fail(lexer_.here(), std::string("'") + c + "' closes nothing");
    return false;
}

bool Reader::arguments(Statement& into) {
    for (;;) {
        lexer_.skipBlanks();
        if (atStatementEnd()) {
            return true;
        }
        const bool condition = into.verb == "find" && into.arguments.empty();
        if (condition && !keyword("where")) {
            return whereArgument(into, lexer_.here());
        }
        if (!argument(into)) {
            return false;
        }
    }
}

bool Reader::argument(Statement& into) {
    const Position at = lexer_.here();
    if (into.kind == Statement::Kind::Command && keyword("where")) {
        lexer_.skip(5);
        lexer_.skipBlanks();
        return whereArgument(into, at);
    }
    const Lexer::Mark mark = lexer_.mark();
    std::string name = lexer_.word(kNameStops);
    if (lexer_.peek() != '=') {
        lexer_.rewind(mark);
        auto read = value(Place::Argument, takesBlock(into.verb, {}));
        if (read && read->kind == ExpressionKind::Word && read->text.find('=') != std::string::npos) {
            read->kind = ExpressionKind::String; // (a)=b is the text "a=b", not an argument
        }
        if (read) {
            into.arguments.push_back({{}, std::move(*read), at});
        }
        return read.has_value();
    }
    if (name.empty()) {
        fail(at, "a name is missing before '='");
        return false;
    }
    if (name == "where") {
        fail(at, "'where' stands in front of a condition, without '='");
        return false;
    }
    lexer_.take();
    auto read = value(Place::Argument, takesBlock(into.verb, name));
    if (read) {
        into.arguments.push_back({std::move(name), std::move(*read), at});
    }
    return read.has_value();
}

bool Reader::whereArgument(Statement& into, Position at) {
    if (atStatementEnd()) {
        return true; // every item
    }
    auto condition = where();
    if (!condition) {
        return false;
    }
    lexer_.skipBlanks();
    if (!atStatementEnd()) {
        fail(lexer_.here(), "expected a condition such as name=value here");
        return false;
    }
    into.arguments.push_back({"where", std::move(*condition), at});
    return true;
}

} // namespace core::routeros::script
