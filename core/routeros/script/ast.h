// A script as commands, each with the menu it runs in. Positions lead back to the text.
#pragma once

#include "core/model/request.h"
#include "core/routeros/script/token.h"

#include <optional>
#include <string>
#include <vector>

namespace core::routeros::script {

// [find name=ether1 disabled=no]: every item for which all conditions hold.
struct Find {
    std::vector<core::model::Attribute> conditions;
    Position at;
};

struct Value {
    std::string text;
    std::optional<Find> find; // the value is what the find gives; text is empty
};

// name=value, a bare flag ("once", "!src-address": no value), or a positional item (no name).
struct Argument {
    std::string name;
    std::optional<Value> value;
    Position at;
};

struct Command {
    std::string menu; // "/ip/firewall/filter"
    std::string verb; // "add"
    std::vector<Argument> arguments;
    Position at;
};

using Script = std::vector<Command>;

} // namespace core::routeros::script
