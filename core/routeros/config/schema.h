// What a menu is made of: its kind, its properties, their types and defaults, for every menu that bears on paths, throughput and
// the labs. A table, not code: adding a property is one line (schema_*.cpp; schema_text.h tells how a line is read). Names, types,
// words and defaults are RouterOS 7.20's. A value whose form nobody has written down is Text. Being in here says that RouterOS knows
// it, not that the agent honours it.
//
//   const Menu* menu = findMenu("/ip/firewall/filter");
//   auto value = canonical(*menu->find("connection-state"), "established,related", names);
//
// Immutable; any thread.
#pragma once

#include "core/routeros/config/outcome.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core::routeros::config {

enum class ValueType {
    Text,
    Boolean,  // stored as true / false
    Number,   // min…max
    Hex,      // a number whose spelling (0x80) is kept
    Decimal,  // 0.01
    Duration, // stored as RouterOS prints spans
    Rate,     // bits per second
    Size,     // octets
    Word,     // one of `words`
    Address,
    AddressWithLength, // host address and prefix length
    Prefix,            // host bits are cleared
    AddressInterval,   // address, prefix or range
    Ports,
    Protocol,
    Mac,
    Reference, // name or id of another item, see Target
};

// What a Reference names.
enum class Target { Nothing, Interface, Bridge, InterfaceList, QueueType, TreeParent, Gateway, QueueTarget };

struct Property {
    std::string_view name;
    ValueType type = ValueType::Text;
    std::optional<std::string_view> fallback{}; // value of a new item; none: absent until set
    std::vector<std::string_view> words{};      // Word: the values; other types: words accepted beside a proper value
    Target target = Target::Nothing;
    std::uint64_t min = 0, max = 0; // Number
    bool required = false;   // add refuses without it
    bool readOnly = false;   // kept with the item, never written by a client
    bool negatable = false;  // "!" may precede the value
    bool list = false;       // values separated by commas
    bool pair = false;       // upload/download
    bool bare = false;       // written without a value: "add blackhole dst-address=…"
    bool sensitive = false;  // a password or key: exports leave it out
    // Where the line comes from, a letter each: M the vendor's command line reference, I the command tree of a real 7.22.2,
    // D defaults recorded from devices, E exports and outputs of real routers, W the vendor's wiki of version 6.
    std::string_view source{};
    std::string_view since{}, until{}; // versions, "7.18"; empty: always, still
};

enum class MenuKind {
    List,     // items can be added; order means nothing
    Ordered,  // items can be added and moved
    Fixed,    // items come with the board
    Settings, // one set of values without an id
    ReadOnly, // rows, but nothing is stored
};

struct Menu {
    std::string_view path; // "/ip/firewall/filter"
    MenuKind kind = MenuKind::List;
    std::vector<Property> properties;
    std::string_view key{}; // property that names an item beside its id; empty: none
    bool interfaces = false; // its items are interfaces, so they are rows of /interface too

    [[nodiscard]] const Property* find(std::string_view name) const;
    [[nodiscard]] bool hasItems() const { return kind == MenuKind::List || kind == MenuKind::Ordered || kind == MenuKind::Fixed; }
};

// Every menu of the table, in the order an export writes them: what is named stands before what names it.
[[nodiscard]] const std::vector<Menu>& menus();
// Null when there is no such menu.
[[nodiscard]] const Menu* findMenu(std::string_view path);

// Resolves names and ids of items for canonical(); the config tree fulfils it.
class Names {
public:
    virtual ~Names() = default;
    // The item's name, or nothing when there is no such item.
    [[nodiscard]] virtual std::optional<std::string> resolve(Target target, std::string_view text) const = 0;
};

// The value as it is stored and printed over the API, or the trap RouterOS answers bad input with.
[[nodiscard]] Outcome<std::string> canonical(const Property& property, std::string_view text, const Names& names);

} // namespace core::routeros::config
