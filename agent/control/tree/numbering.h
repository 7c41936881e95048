// Numbers that names keep from one configuration to the next, so that what the engine holds (marks of connections,
// dynamic address list entries, learned hosts) still means the same after a change. Only ever grows.
#pragma once

#include "agent/control/tree/tree.h"
#include "agent/dataplane/config/firewall.h"

#include <string>
#include <string_view>
#include <vector>

namespace agent::control {

struct Numbering {
    std::vector<std::string> marks{"no-mark"};   // packet, connection and routing marks share numbers
    std::vector<std::string> addressLists;
    std::vector<ItemId> interfaces; // position → item; 0: free, the next new interface takes it

    [[nodiscard]] agent::dataplane::MarkId mark(std::string_view name) {
        return static_cast<agent::dataplane::MarkId>(indexOf(marks, name));
    }
    [[nodiscard]] std::uint32_t addressList(std::string_view name) { return static_cast<std::uint32_t>(indexOf(addressLists, name)); }

private:
    static std::size_t indexOf(std::vector<std::string>& names, std::string_view name) {
        for (std::size_t i = 0; i < names.size(); ++i) {
            if (names[i] == name) {
                return i;
            }
        }
        names.emplace_back(name);
        return names.size() - 1;
    }
};

} // namespace agent::control
