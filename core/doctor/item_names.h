// How plans mean the items of a configuration that the doctor looked at.
//
//   core::planner::switchStep("/queue/tree", rowOf(tree, names), false, …)      by "*1F" on a running router, by name or number in a file
//
// Pure; any thread.
#pragma once

#include "core/doctor/config_view.h"
#include "core/model/request.h"

#include <map>
#include <string>

namespace core::doctor {

// By the ids a running router gave them, or, of a file, by what a script finds them by.
struct ItemNames {
    bool ofRouter = false;
    std::map<core::routeros::config::ItemId, std::string> ids{}; // of a router, by the item's in the tree
};

// What a command means the line by. Names are unique in most menus; rules have none, and are meant by their number, or by a comment of ours.
[[nodiscard]] std::string nameOf(const Line& line, const ItemNames& names);

// The line as the planner takes it: .id as above, and what is not RouterOS's own default.
[[nodiscard]] core::model::Row rowOf(const Line& line, const ItemNames& names);

// The item in front of which it stands, as above; empty: it is the last, or order means nothing in this menu.
[[nodiscard]] std::string following(const ConfigView& view, const Line& line, const ItemNames& names);

} // namespace core::doctor
