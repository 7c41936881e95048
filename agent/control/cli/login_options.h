// What RouterOS lets a user append to the login name: "admin+cte80w".
//
//   parseLogin("admin+ct511w4098h")  → name "admin", colours off, no detection, 511 columns, 4098 rows
//   parseLogin("me+home")            → name "me+home": these letters are no options
//
// Each letter may have a number in front. c: no colours; t: no detection of the terminal; e: dumb terminal, nothing but text;
// w, h: columns and rows. Pure; any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace agent::control {

struct LoginOptions {
    std::string name;
    bool colours = true;
    bool detects = true; // the terminal may be asked what it can do
    bool dumb = false;   // no cursor movement
    std::optional<int> columns, rows;
};

[[nodiscard]] LoginOptions parseLogin(std::string_view login);

} // namespace agent::control
