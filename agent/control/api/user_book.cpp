#include "agent/control/api/user_book.h"

#include <cstddef>

namespace agent::control {

namespace {

// Looks at every octet whatever the first difference, so that the time taken tells nothing about the password.
bool equalInConstantTime(std::string_view secret, std::string_view given) {
    unsigned difference = secret.size() == given.size() ? 0u : 1u;
    for (std::size_t i = 0; i < given.size(); ++i) {
        const char expected = secret.empty() ? '\0' : secret[i % secret.size()];
        difference |= static_cast<unsigned char>(expected) ^ static_cast<unsigned char>(given[i]);
    }
    return difference == 0;
}

} // namespace

std::optional<User> UserBook::login(std::string_view name, std::string_view password) const {
    for (const User& user : users_) {
        if (user.name == name && !user.password.empty() && equalInConstantTime(user.password, password)) {
            return user;
        }
    }
    return std::nullopt;
}

} // namespace agent::control
