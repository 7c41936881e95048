// What the lexer cuts a script into.
#pragma once

#include <string>

namespace core::routeros::script {

// Both count from 1; a column is an octet.
struct Position {
    int line = 1;
    int column = 1;
    bool operator==(const Position&) const = default;
};

enum class TokenKind {
    Word,         // bare text: add, 10.0.0.0/8, *1, !LAN
    String,       // quoted text, escapes resolved
    Equals,       // =
    OpenBracket,  // [
    CloseBracket, // ]
    EndOfCommand, // end of line, or ;
    End,
};

struct Token {
    TokenKind kind = TokenKind::End;
    std::string text; // Word and String
    Position at;
    bool glued = false; // no blank between this token and the one before
};

} // namespace core::routeros::script
