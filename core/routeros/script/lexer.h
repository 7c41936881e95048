// A script's octets with their positions: blanks, continued lines, words. What a character means depends on where it stands
// (in an argument, an expression, a condition), so the grammar asks for lexemes instead of being handed tokens.
//
// A line continues behind a backslash at its end (blanks behind the backslash are forgiven); the indentation of the next
// line belongs to the break and is dropped. A byte order mark of UTF-8 is skipped. Internal to the room; pure; any thread.
#pragma once

#include "core/routeros/script/position.h"

#include <array>
#include <string>
#include <string_view>

namespace core::routeros::script {

// A set of octets.
class CharSet {
public:
    constexpr explicit CharSet(std::string_view octets) {
        for (const char c : octets) {
            in_[static_cast<unsigned char>(c)] = true;
        }
    }
    [[nodiscard]] constexpr bool has(char c) const { return in_[static_cast<unsigned char>(c)]; }

private:
    std::array<bool, 256> in_{};
};

class Lexer {
public:
    explicit Lexer(std::string_view text);

    [[nodiscard]] bool atEnd() const { return at_ >= text_.size(); }
    // '\0' behind the end.
    [[nodiscard]] char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
    [[nodiscard]] bool startsWith(std::string_view octets) const { return text_.substr(at_).starts_with(octets); }
    [[nodiscard]] Position here() const { return {line_, static_cast<int>(at_ - lineStart_) + 1}; }
    [[nodiscard]] std::size_t offset() const { return at_; }
    [[nodiscard]] std::size_t size() const { return text_.size(); }
    // The octets from here to the end of the line.
    [[nodiscard]] std::string_view restOfLine() const;
    // The octets between an earlier offset and here.
    [[nodiscard]] std::string_view since(std::size_t offset) const { return text_.substr(offset, at_ - offset); }

    char take();
    void skip(std::size_t octets);
    // Takes these octets if they are next.
    bool accept(std::string_view octets);
    // Blanks and continued line ends; true when there were any blanks.
    bool skipBlanks();
    // Blanks, line ends and comments.
    void skipLayout();
    // True when a continued line end stood here and was taken.
    bool skipContinuation();
    void skipLine();
    // Octets up to the first of `stops`, which has to hold '\n'.
    std::string_view run(const CharSet& stops);
    // Octets up to the first of `stops`, which has to hold '\\', '\n' and '\r'; joins continued lines.
    std::string word(const CharSet& stops);

    struct Mark {
        std::size_t at = 0, lineStart = 0;
        int line = 1;
    };
    [[nodiscard]] Mark mark() const { return {at_, lineStart_, line_}; }
    void rewind(const Mark& mark);

private:
    std::string_view text_;
    std::size_t at_ = 0;
    std::size_t lineStart_ = 0;
    int line_ = 1;
};

} // namespace core::routeros::script
