// Values as a terminal shows them, where they differ from the API's: yes and no, digits in groups, units.
//
//   terminalValue("/interface", "rx-byte", "205149015")         "205 149 015"
//   terminalValue("/interface", "disabled", "false")            "no"
//   terminalValue("/queue/tree", "max-limit", "10000000")       "10M"
//   terminalValue("", "rx-bits-per-second", "27800")            "27.8kbps"
//   terminalValue("/system/resource", "total-memory", "67108864") "64.0MiB"
//
// Sources: routeros-interface.md 1.9 and 3.7. Pure; any thread.
#pragma once

#include <string>
#include <string_view>

namespace agent::control {

[[nodiscard]] std::string terminalValue(std::string_view menu, std::string_view property, std::string_view value);

// name=value as print detail writes it: texts in quotes.
[[nodiscard]] std::string detailPair(std::string_view menu, std::string_view property, std::string_view value);

// Octets, packets, drops … that count upwards and stand in print stats rather than in print detail.
[[nodiscard]] bool isCounter(std::string_view menu, std::string_view property, std::string_view value);

// A cell that is aligned to the right: a number, with or without groups and unit.
[[nodiscard]] bool isQuantity(std::string_view cell);

// Without anything a terminal could take for a command: control characters become \XX, as scripts write them.
[[nodiscard]] std::string printable(std::string_view text);

// Characters, not octets.
[[nodiscard]] std::size_t textWidth(std::string_view text);

} // namespace agent::control
