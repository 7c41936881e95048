// The parts of the schema table, one function per area, and the shorthands they are written with.
#pragma once

#include "core/routeros/config/schema.h"

namespace core::routeros::config {

[[nodiscard]] std::vector<Menu> interfaceMenus();
[[nodiscard]] std::vector<Menu> ipMenus();
[[nodiscard]] std::vector<Menu> firewallMenus();
[[nodiscard]] std::vector<Menu> queueMenus();
[[nodiscard]] std::vector<Menu> systemMenus();

// Shorthands: one property each.
[[nodiscard]] Property text(std::string_view name, std::optional<std::string_view> fallback = {});
[[nodiscard]] Property boolean(std::string_view name, std::optional<std::string_view> fallback);
[[nodiscard]] Property number(std::string_view name, std::optional<std::string_view> fallback, std::uint64_t min, std::uint64_t max);
[[nodiscard]] Property word(std::string_view name, std::optional<std::string_view> fallback, std::vector<std::string_view> words);
[[nodiscard]] Property typed(std::string_view name, ValueType type, std::optional<std::string_view> fallback = {});
[[nodiscard]] Property reference(std::string_view name, Target target, std::optional<std::string_view> fallback = {});

// Modifiers, applied from the outside in: required(negatable(typed(…))).
[[nodiscard]] Property required(Property property);
[[nodiscard]] Property readOnly(Property property);
[[nodiscard]] Property negatable(Property property);
[[nodiscard]] Property list(Property property);
[[nodiscard]] Property pair(Property property);
[[nodiscard]] Property orWord(Property property, std::vector<std::string_view> words);

// comment and disabled, which nearly every item has.
void addItemProperties(std::vector<Property>& properties);

} // namespace core::routeros::config
