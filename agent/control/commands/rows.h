// Rows of each menu, as a print without .proplist sends them: configuration first, then state and counters.
#pragma once

#include "agent/control/commands/context.h"
#include "core/model/request.h"

#include <string_view>
#include <vector>

namespace agent::control {

using Rows = std::vector<core::model::Row>;
using RowSource = Rows (*)(Context&);

// Rows of any menu: those made for it, else its items as they are configured; none for an unknown menu. Ordered menus have
// .nextid, the id of the row below.
[[nodiscard]] Rows rowsOf(Context& context, std::string_view menu);

// Null when nobody makes rows for this menu.
[[nodiscard]] RowSource rowSource(std::string_view menu);

// --- for the files that make rows ------------------------------------------------------------------
// ".id" (not for settings) and the properties that are set, in the order of the schema, then those no schema knows.
[[nodiscard]] core::model::Row configRow(std::string_view menu, const Item& item);
[[nodiscard]] std::string boolText(bool value);
[[nodiscard]] std::vector<std::uint32_t> idsOf(const std::vector<const Item*>& items);

Rows interfaceRows(Context&);
Rows ethernetRows(Context&);
Rows switchRows(Context&);
Rows switchPortRows(Context&);
Rows bridgeRows(Context&);
Rows bridgePortRows(Context&);
Rows bridgeHostRows(Context&);
Rows bridgeVlanRows(Context&);
Rows bridgeFilterRows(Context&);
Rows bridgeNatRows(Context&);
Rows bondingRows(Context&);
Rows bridgeSettingsRows(Context&);
Rows vlanRows(Context&);
Rows greRows(Context&);
Rows ipipRows(Context&);
Rows eoipRows(Context&);
Rows wireGuardRows(Context&);
Rows pppoeClientRows(Context&);
Rows wireGuardPeerRows(Context&);
Rows interfaceListRows(Context&);
Rows interfaceListMemberRows(Context&);
Rows addressRows(Context&);
Rows routeRows(Context&);
Rows arpRows(Context&);
Rows ipSettingsRows(Context&);
Rows ipv6AddressRows(Context&);
Rows ipv6RouteRows(Context&);
Rows ipv6NeighborRows(Context&);
Rows ipv6SettingsRows(Context&);
Rows ipv6FilterRows(Context&);
Rows ipv6MangleRows(Context&);
Rows ipv6RawRows(Context&);
Rows ipv6ConnectionRows(Context&);
Rows filterRows(Context&);
Rows natRows(Context&);
Rows mangleRows(Context&);
Rows rawRows(Context&);
Rows addressListRows(Context&);
Rows connectionRows(Context&);
Rows trackingRows(Context&);
Rows queueTreeRows(Context&);
Rows queueSimpleRows(Context&);
Rows queueTypeRows(Context&);
Rows queueInterfaceRows(Context&);
Rows identityRows(Context&);
Rows resourceRows(Context&);
Rows cpuRows(Context&);
Rows routerboardRows(Context&);
Rows packageRows(Context&);
Rows clockRows(Context&);
Rows schedulerRows(Context&);
Rows activeUserRows(Context&);
Rows logRows(Context&);
Rows pathRows(Context&);
Rows roundTripRows(Context&);
Rows dropRows(Context&);
Rows boardRows(Context&);
Rows scenarioRows(Context&);
Rows trafficRows(Context&);
Rows unmodelledRows(Context&);
Rows userRows(Context&);
Rows sshKeyRows(Context&);
Rows historyRows(Context&);
Rows safeModeRows(Context&);
Rows fileRows(Context&);

// Rules of a firewall menu with their counters.
[[nodiscard]] Rows ruleRows(Context&, std::string_view menu);
// What a connection shows beside its addresses.
void appendConnectionState(core::model::Row& row, const Context& context, const dataplane::ConnectionInfo& connection);

// An enabled item that is not in force.
[[nodiscard]] bool isInvalid(const Context& context, const Item& item);

[[nodiscard]] core::model::Row logRow(const LogLine& line);

} // namespace agent::control
