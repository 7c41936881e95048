// Who may log in. There is no default password: a user without one cannot.
#pragma once

#include "agent/control/commands/user.h"

#include <optional>
#include <string_view>
#include <vector>

namespace agent::control {

class UserBook {
public:
    void add(User user) { users_.push_back(std::move(user)); }

    // The user, when name and password are right. Takes as long for a wrong password as for a right one.
    [[nodiscard]] std::optional<User> login(std::string_view name, std::string_view password) const;

private:
    std::vector<User> users_;
};

} // namespace agent::control
