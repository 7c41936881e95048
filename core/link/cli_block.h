// One value a line, names right-aligned: settings menus and monitors.
//
//                   name:     ether1 ether2
//      rx-bits-per-second:   27.8kbps   0bps
//
// A monitor of several interfaces has one column per interface and becomes one row each; everything else is one row. Lines without a name
// go on with the value above them. Pure; any thread.
#pragma once

#include "core/model/request.h"

#include <string_view>
#include <vector>

namespace core::link {

[[nodiscard]] std::vector<core::model::Row> parseCliBlock(std::string_view output);

} // namespace core::link
