// What of a configuration the engine honours. Everything RouterOS knows is stored, shown and exported; this says what is more
// than stored, and what an item is not in force for.
//
//   for (const Unmodelled& what : unmodelledIn("/queue/type", item)) …   "kind", "cake", "queued as pfifo"
//
// A firewall rule with a matcher the engine cannot ask about must not match more than was meant: it is not in force. A bridge
// port with a property the engine does not have works without it. Pure; any thread.
#pragma once

#include "agent/control/tree/tree.h"

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace agent::control {

struct Unmodelled {
    std::string property; // empty: the whole item
    std::string value;
    std::string_view reason;  // for people
    bool inForce = true;      // false: because of this the item is not
};

// Whether the engine does anything with this menu. Menus of the agent's own count.
[[nodiscard]] bool isModelled(std::string_view menu);

// What of this item is only kept. Defaults are left out.
[[nodiscard]] std::vector<Unmodelled> unmodelledIn(std::string_view menu, const Item& item);

// The items of a tree that are not in force because of what the engine cannot do. Remembers tables it has looked at, so that
// a change costs what the changed tables cost.
class OutOfForce {
public:
    void update(const Tree& tree);
    [[nodiscard]] const std::set<ItemId>& items() const { return items_; }
    // The tree without them.
    [[nodiscard]] Tree inForce(const Tree& tree) const;

private:
    struct Looked {
        core::routeros::config::ItemTable table;
        std::vector<ItemId> out;
    };
    std::map<std::string, Looked, std::less<>> looked_;
    std::set<ItemId> items_;
};

} // namespace agent::control
