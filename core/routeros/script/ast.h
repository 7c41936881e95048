// A script of plain commands, each with the menu it runs in: what an export or a list of changes is. program.h has the whole
// language. Positions lead back to the text.
#pragma once

#include "core/model/request.h"
#include "core/routeros/script/position.h"

#include <optional>
#include <string>
#include <vector>

namespace core::routeros::script {

// [find name=ether1 disabled=no]: every item for which all conditions hold.
struct Find {
    std::vector<core::model::Attribute> conditions;
    Position at;
};

struct PlainValue {
    std::string text;
    std::optional<Find> find; // the value is what the find gives; text is empty
};

// name=value, a bare flag ("once", "!src-address": no value), or a positional item (no name).
struct PlainArgument {
    std::string name;
    std::optional<PlainValue> value;
    Position at;
};

struct Command {
    std::string menu; // "/ip/firewall/filter"
    std::string verb; // "add"
    std::vector<PlainArgument> arguments;
    Position at;
};

using Script = std::vector<Command>;

} // namespace core::routeros::script
