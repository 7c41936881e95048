// Quoted strings with their escapes, and variables.
#include "core/routeros/script/reader.h"

namespace core::routeros::script {

namespace {

constexpr CharSet kPlainText("\"\\$\n");

std::optional<unsigned> hexDigit(char c) {
    if (c >= '0' && c <= '9') {
        return static_cast<unsigned>(c - '0');
    }
    if (c >= 'A' && c <= 'F') {
        return static_cast<unsigned>(c - 'A' + 10);
    }
    return std::nullopt; // lower case letters are escapes of their own: \a \b \f
}

std::optional<char> namedEscape(char c) {
    switch (c) {
    case '"':
    case '\\':
    case '$':
    case '?': return c;
    case '_': return ' ';
    case 'a': return '\a';
    case 'b': return '\b';
    case 'f': return '\f';
    case 'n': return '\n';
    case 'r': return '\r';
    case 't': return '\t';
    case 'v': return '\v';
    default: return std::nullopt;
    }
}

bool isVariableOctet(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); }

} // namespace

// "text", "text $x $(1 + 2) $[command]"
Reader::Read<Expression> Reader::quoted() {
    const Position at = lexer_.here();
    lexer_.take();
    std::vector<Expression> pieces;
    std::string text;
    const auto flush = [&] {
        if (!text.empty()) {
            addPiece(pieces, Expression(ExpressionKind::String, at, std::move(text)));
            text.clear();
        }
    };
    for (;;) {
        if (lexer_.atEnd()) {
            return failOpen(at, "quote");
        }
        const char c = lexer_.peek();
        const char next = lexer_.peek(1);
        if (c == '"') {
            lexer_.take();
            flush();
            return joined(ExpressionKind::Interpolated, std::move(pieces), at);
        }
        if (c == '$' && (isVariableOctet(next) || next == '(' || next == '[')) {
            flush();
            auto read = variable();
            if (!read) {
                return std::nullopt;
            }
            if (read->kind == ExpressionKind::Word) {
                read->kind = ExpressionKind::String;
            }
            addPiece(pieces, std::move(*read));
        } else if (!quotedOctet(text)) {
            return std::nullopt;
        }
    }
}

// Takes one octet or escape, or a run of plain octets.
bool Reader::quotedOctet(std::string& into) {
    if (lexer_.skipContinuation()) {
        return true;
    }
    const Position at = lexer_.here();
    const char c = lexer_.take();
    if (c != '\\') {
        into += c;
        if (!kPlainText.has(c)) {
            into += lexer_.run(kPlainText);
        }
        return true;
    }
    const char next = lexer_.peek();
    if (const auto named = namedEscape(next)) {
        lexer_.take();
        into += *named;
        return true;
    }
    const auto high = hexDigit(next);
    const auto low = hexDigit(lexer_.peek(1));
    if (!high || !low) {
        fail(at, "unknown escape in a quoted string; known are \\\" \\\\ \\$ \\? \\_ \\a \\b \\f \\n \\r \\t \\v and \\XX with two upper-case hex digits");
        return false;
    }
    lexer_.skip(2);
    into += static_cast<char>(*high << 4 | *low);
    return true;
}

// $name, $"any name", $(expression), $[command]
Reader::Read<Expression> Reader::variable() {
    const Position at = lexer_.here();
    lexer_.take();
    if (lexer_.peek() == '(') {
        return parenthesised();
    }
    if (lexer_.peek() == '[') {
        return substitution();
    }
    Expression out(ExpressionKind::Variable, at);
    if (lexer_.peek() == '"') {
        auto name = quoted();
        if (!name) {
            return std::nullopt;
        }
        if (name->kind != ExpressionKind::String) {
            return fail(at, "a variable's name cannot be put together from other variables");
        }
        out.text = std::move(name->text);
        return out;
    }
    while (isVariableOctet(lexer_.peek())) {
        out.text += lexer_.take();
    }
    if (out.text.empty()) {
        return fail(at, "a variable's name is missing behind '$'");
    }
    return out;
}

} // namespace core::routeros::script
