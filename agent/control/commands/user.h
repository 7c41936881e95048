// Who asks, and what they may. Groups are RouterOS's three: read, write, full.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agent::control {

enum class Policy { Read, Write, Test };

enum class UserGroup { Read, Write, Full };

struct User {
    std::string name;
    std::string password; // empty: may not log in
    UserGroup group = UserGroup::Full;

    [[nodiscard]] bool may(Policy policy) const { return policy != Policy::Write || group != UserGroup::Read; }
};

constexpr std::string_view groupName(UserGroup group) {
    return group == UserGroup::Read ? "read" : group == UserGroup::Write ? "write" : "full";
}

// A row of /user/active.
struct ActiveUser {
    std::string name, address, via, group, since;
};

} // namespace agent::control
