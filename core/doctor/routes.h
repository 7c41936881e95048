// Policy routing: marks and rules that send traffic to other tables than main. Pure.
#pragma once

#include "core/doctor/facts.h"

namespace core::doctor {

[[nodiscard]] bool mainHasDefault(const Facts& facts);

// How much of the flow a routing rule (/routing/rule) sends to a table of its own.
[[nodiscard]] Match ruledTable(const Facts& facts, const Flow& flow);

// The mangle rule or routing rule that does so.
[[nodiscard]] std::optional<Line> policyLine(const Facts& facts, const Flow& flow);

// Gateways of the routes in a table.
[[nodiscard]] std::vector<Line> routesOf(const Facts& facts, std::string_view table);

// The veth (container) that a route's gateway address is in the network of; null: it leads elsewhere.
[[nodiscard]] const Interface* containerOf(const Facts& facts, const Line& route);

} // namespace core::doctor
