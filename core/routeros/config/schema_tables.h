// The parts of the schema table, a text per family of menus, in the order of an export. schema_text.h reads them.
#pragma once

#include <string_view>

namespace core::routeros::config {

[[nodiscard]] std::string_view interfaceTable();
[[nodiscard]] std::string_view tunnelTable();
[[nodiscard]] std::string_view bridgeTable();
[[nodiscard]] std::string_view switchTable();
[[nodiscard]] std::string_view routingTable();
[[nodiscard]] std::string_view ipTable();
[[nodiscard]] std::string_view servicesTable();
[[nodiscard]] std::string_view firewallTable();
[[nodiscard]] std::string_view ipv6Table();
[[nodiscard]] std::string_view queueTable();
[[nodiscard]] std::string_view systemTable();

} // namespace core::routeros::config
