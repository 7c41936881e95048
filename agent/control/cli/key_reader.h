// Octets of a terminal → keys. Incremental: an escape sequence or a character may arrive in pieces.
//
//   KeyReader reader;
//   reader.feed("ls\x1b[A");
//   while (auto key = reader.next()) …     // Character 'l', Character 's', Up
//
// Understands what xterm, vt100 and linux terminals send (ECMA-48 control sequences, SS3); what it does not know is swallowed
// whole, so that it never ends up in a command. "\r\n" is Enter twice, as on RouterOS; clients count on the second prompt.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace agent::control {

struct Key {
    enum class Kind {
        Character, // text: one character, UTF-8
        Enter, Tab, Backspace, Delete, Left, Right, Up, Down, Home, End, Help,
        WordLeft, WordRight,
        Control, // text: the letter, "C" for Ctrl-C
    };
    Kind kind = Kind::Character;
    std::string text;
    bool operator==(const Key&) const = default;
};

class KeyReader {
public:
    void feed(std::string_view octets) { pending_ += octets; }
    // Nothing: more octets are needed.
    [[nodiscard]] std::optional<Key> next();

private:
    [[nodiscard]] std::optional<Key> escape();
    [[nodiscard]] std::optional<Key> character();

    std::string pending_;
};

} // namespace agent::control
