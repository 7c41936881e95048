// Words in a remedy that only the administrator can fill in: PUBLIC-ADDRESS, TARGET. They are written in capitals, as a whole value.
//
//   blanksOf("/ip firewall nat set 0 to-addresses=PUBLIC-ADDRESS")              {"PUBLIC-ADDRESS"}
//   filled("… to-addresses=PUBLIC-ADDRESS", {{"PUBLIC-ADDRESS", "203.0.113.7"}})
//
// Pure; any thread.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace core::fixes {

using Fill = std::map<std::string, std::string, std::less<>>;

// In their order, each once.
[[nodiscard]] std::vector<std::string> blanksOf(std::string_view command);

// What is not in `fill` stays. Values are quoted where RouterOS's language asks for it.
[[nodiscard]] std::string filled(std::string_view command, const Fill& fill);

} // namespace core::fixes
