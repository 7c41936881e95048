#include "core/routeros/script/lexer.h"

#include <optional>

namespace core::routeros::script {

using core::base::Result;

namespace {

bool isBlank(char c) { return c == ' ' || c == '\t'; }

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

class Lexer {
public:
    Lexer(std::string_view text, std::string_view fileName) : text_(text), fileName_(fileName) {}

    Result<std::vector<Token>> run() {
        while (!atEnd()) {
            if (const auto error = step()) {
                return tl::unexpected(*error);
            }
        }
        push(TokenKind::EndOfCommand, {}, here_);
        push(TokenKind::End, {}, here_);
        return std::move(tokens_);
    }

private:
    [[nodiscard]] bool atEnd() const { return at_ >= text_.size(); }
    [[nodiscard]] char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }

    char take() {
        const char c = text_[at_++];
        if (c == '\n') {
            ++here_.line;
            here_.column = 1;
        } else {
            ++here_.column;
        }
        return c;
    }

    void push(TokenKind kind, std::string text, Position at) {
        tokens_.push_back({kind, std::move(text), at, glued_});
        glued_ = true;
    }

    void skipBlanks() {
        while (isBlank(peek())) {
            take();
        }
    }

    // Octets of "\", newline and the indentation behind it; false when this is no line continuation.
    bool skipContinuation() {
        if (peek() != '\\' || !(peek(1) == '\n' || (peek(1) == '\r' && peek(2) == '\n'))) {
            return false;
        }
        while (take() != '\n') {
        }
        skipBlanks();
        return true;
    }

    std::optional<core::base::Error> step() {
        const Position at = here_;
        const char c = peek();
        if (skipContinuation()) {
            return std::nullopt;
        }
        if (isBlank(c) || c == '\r') {
            take();
            glued_ = false;
            return std::nullopt;
        }
        if (c == '#' && !glued_) {
            while (!atEnd() && peek() != '\n') {
                take();
            }
            return std::nullopt;
        }
        switch (c) {
        case '\n':
        case ';':
            take();
            push(TokenKind::EndOfCommand, {}, at);
            glued_ = false;
            return std::nullopt;
        case '=': take(); push(TokenKind::Equals, {}, at); return std::nullopt;
        case '[': take(); push(TokenKind::OpenBracket, {}, at); return std::nullopt;
        case ']': take(); push(TokenKind::CloseBracket, {}, at); return std::nullopt;
        case '"': return quoted(at);
        case '$':
        case '{':
        case '}':
        case '(':
        case ')': return errorAt(fileName_, at, "variables, blocks and expressions are not understood here; write the value itself");
        default: return word(at);
        }
    }

    std::optional<core::base::Error> word(Position at) {
        std::string text;
        while (!atEnd() && std::string_view(" \t\r\n;=[]\"${}()").find(peek()) == std::string_view::npos) {
            if (skipContinuation()) {
                continue;
            }
            if (peek() == '\\') {
                return errorAt(fileName_, here_, "a backslash is only understood inside quotes or at the end of a line");
            }
            text.push_back(take());
        }
        push(TokenKind::Word, std::move(text), at);
        return std::nullopt;
    }

    std::optional<core::base::Error> quoted(Position at) {
        take();
        std::string text;
        while (!atEnd() && peek() != '"') {
            if (skipContinuation()) {
                continue;
            }
            const Position escape = here_;
            const char c = take();
            if (c != '\\') {
                text.push_back(c);
                continue;
            }
            const char next = peek();
            if (const auto named = namedEscape(next)) {
                take();
                text.push_back(*named);
                continue;
            }
            const auto high = hexDigit(next);
            const auto low = hexDigit(peek(1));
            if (!high || !low) {
                return errorAt(fileName_, escape, "unknown escape in a quoted string; known are \\\" \\\\ \\$ \\? \\_ \\n \\r \\t and \\XX with two upper-case hex digits");
            }
            take();
            take();
            text.push_back(static_cast<char>(*high << 4 | *low));
        }
        if (atEnd()) {
            return errorAt(fileName_, at, "this quote is never closed");
        }
        take();
        push(TokenKind::String, std::move(text), at);
        return std::nullopt;
    }

    std::string_view text_;
    std::string_view fileName_;
    std::size_t at_ = 0;
    Position here_;
    bool glued_ = false;
    std::vector<Token> tokens_;
};

} // namespace

core::base::Error errorAt(std::string_view fileName, Position at, std::string_view text) {
    return {core::base::ErrorCode::InvalidInput,
            std::string(fileName) + ":" + std::to_string(at.line) + ":" + std::to_string(at.column) + ": " + std::string(text), {}};
}

Result<std::vector<Token>> tokenize(std::string_view text, std::string_view fileName) { return Lexer(text, fileName).run(); }

} // namespace core::routeros::script
