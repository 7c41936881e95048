// A running router's configuration, from the rows its menus print: what to ask, and how the answers become the same LoadedConfig a file
// gives. No I/O; core/workspace/live_config.h asks.
//
//   PrintedConfig printed;
//   for (const PrintedMenu& menu : printedMenus(7))
//       take(printed, menu, rowsOf(menu.request));
//   takeInterfaces(printed, rowsOf(interfacesRequest()));
//   printed.config.tree.items("/ip/firewall/filter")        as from an export of the same router
//
// Only configuration goes into the tree. Dynamic rows, which the router made by itself, and invalid ones, which are not in force, are kept
// beside it. Places have no lines; an item's number is the one `print` shows, dynamic and invalid rows counted (Places::numberOf).
// Passwords and keys are never asked for. Pure; any thread.
#pragma once

#include "core/model/request.h"
#include "core/routeros/config/load.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace core::routeros::config {

struct PrintedMenu {
    std::string path; // as version 7 calls it, and the tree
    core::model::Request request;
    bool settings = false;
    bool given = false;   // its items come with the board: they are set, not added
    bool secrets = false; // holds passwords or keys, which only a router that picks the properties itself leaves out
};

// What bears on paths and throughput; no accounts, scripts, leases or connections. Of tables that can be endless (routes, address lists)
// only what was typed is asked for, and the default routes however they came. `major` is RouterOS's: 6 or 7.
[[nodiscard]] std::vector<PrintedMenu> printedMenus(int major);

// All interfaces of any kind.
[[nodiscard]] core::model::Request interfacesRequest();

using RowsByMenu = std::map<std::string, std::vector<core::model::Row>, std::less<>>;

struct PrintedConfig {
    LoadedConfig config; // the header is the caller's to fill in
    RowsByMenu dynamic, invalid;
    std::unordered_map<ItemId, std::uint64_t> bytes; // counted by rules and queues, both directions together
    std::map<std::string, ItemId, std::less<>> byRouterId; // "/queue/tree*1F"
};

void take(PrintedConfig& into, const PrintedMenu& menu, const std::vector<core::model::Row>& rows);
// What the items of a counting menu have counted by now: rows of ".id,bytes".
[[nodiscard]] std::unordered_map<ItemId, std::uint64_t> countedBy(const PrintedConfig& config, std::string_view menu,
                                                                  const std::vector<core::model::Row>& rows);
// As take(), from what `export` of this menu says, which leaves passwords and keys out and knows no dynamic rows.
void takeExport(PrintedConfig& into, const PrintedMenu& menu, std::string_view text);
// Interfaces of kinds that have no menu of their own among the asked ones. After those.
void takeInterfaces(PrintedConfig& into, const std::vector<core::model::Row>& rows);

} // namespace core::routeros::config
