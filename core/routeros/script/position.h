// Where in a script something stands, and how errors say so.
#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>

namespace core::routeros::script {

// Both count from 1; a column is an octet.
struct Position {
    int line = 1;
    int column = 1;
    bool operator==(const Position&) const = default;
};

// "file:line:column: text", the form of every error of this room and of whoever reports on a command of a script.
[[nodiscard]] core::base::Error errorAt(std::string_view fileName, Position at, std::string_view text);

} // namespace core::routeros::script
