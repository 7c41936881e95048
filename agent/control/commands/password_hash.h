// Passwords as they are stored: crypt(3) with SHA-512 and a random salt.
#pragma once

#include <string>
#include <string_view>

namespace agent::control {

// "$6$…"; empty for an empty password, which never matches.
[[nodiscard]] std::string hashPassword(std::string_view password);

// Takes as long for a wrong password, and for an unusable hash, as for a right one.
[[nodiscard]] bool matchesPassword(std::string_view password, std::string_view hash);

// Compares every octet whatever the first difference.
[[nodiscard]] bool equalInConstantTime(std::string_view a, std::string_view b);

} // namespace agent::control
