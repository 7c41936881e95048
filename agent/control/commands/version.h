// The RouterOS release whose interface the agent speaks. Says Pathscope wherever a client can see it.
#pragma once

#include <string_view>

namespace agent::control {

constexpr std::string_view kVersionNumber = "7.20";
constexpr std::string_view kVersion = "7.20 (pathscope)";
constexpr bool kSendsEmpty = true; // !empty exists since 7.18

} // namespace agent::control
