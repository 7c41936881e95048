// One item of a console print, and the flags line in front of it. Pure; any thread.
#pragma once

#include "core/model/request.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core::link {

struct CliItem {
    std::optional<int> number; // position in the print, not an id
    std::string flags;         // letters as printed, blanks left out: "DRS"
    core::model::Row row;      // properties in printed order; the comment as "comment"
};

// "Flags: X - disabled, R - running; S - slave": what each letter stands for, names in lower case.
struct CliFlag {
    char letter = 0;
    std::string name;
    bool operator==(const CliFlag&) const = default;
};

// Reads a flags line; may be called again for the lines it goes on in. False when the line is none.
bool readFlags(std::string_view line, std::vector<CliFlag>& flags);

// The flags as the API has them: each known flag "true" or "false" by its letter, behind the printed properties; a property already there
// stays.
void flagsToProperties(CliItem& item, const std::vector<CliFlag>& flags);

} // namespace core::link
