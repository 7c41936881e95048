// What of an item is configuration: neither a default, nor the router's own finding. Internal to the room. Pure; any thread.
#pragma once

#include "core/routeros/config/item.h"
#include "core/routeros/config/schema.h"

#include <string>
#include <string_view>
#include <vector>

namespace core::routeros::config {

// The text behind "set" of an item nothing else names: "0", "[ find default=yes ]".
inline constexpr std::string_view kSelector = ".selector";
// A statement that is kept as it is: the only value of an item of the menu "".
inline constexpr std::string_view kScript = ".script";

// Names and values that make the item differ from `base`, in alphabetical order, with those that name it. Point into the item.
using SignificantValues = std::vector<std::pair<std::string_view, std::string_view>>;
[[nodiscard]] SignificantValues significantValues(const Menu* menu, const Item& item, const Item& base);

// Whether a value of this name says which item it is, so that a set has it as its selector.
[[nodiscard]] bool namesItem(const Menu* menu, const Item& item, std::string_view name);

// What an item is known by in its menu: default-name, key, selector; empty when it is known by nothing but its place.
[[nodiscard]] std::string_view identityOf(const Menu* menu, const Item& item);

// Whether the item was there before the configuration: it is set, not added.
[[nodiscard]] bool isGiven(const Menu* menu, const Item& item);

// What a set of a given item writes behind "set": "[ find default-name=ether1 ]", "ether1", "0".
[[nodiscard]] std::string selectorOf(const Menu* menu, const Item& item);

} // namespace core::routeros::config
