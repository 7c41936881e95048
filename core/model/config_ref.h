// Points at one item of a router's configuration, for people and for machines.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace core::model {

struct ConfigRef {
    std::string menu;                  // "/ip/firewall/filter"
    std::optional<std::size_t> number; // position in the menu's list, as print numbers it; absent for settings
    std::string text;                  // the line as an export writes it: "add action=accept chain=forward"
    int line = 0;                      // of the file it was read from, counted from 1; 0: not from a file, or the file leaves it unsaid
    bool operator==(const ConfigRef&) const = default;
};

} // namespace core::model
