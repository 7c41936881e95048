// One item of a menu, or the one set of values of a settings menu.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace core::routeros::config {

using ItemId = std::uint32_t; // unique over the whole tree, never used twice; 0: a settings menu

// "*1F"
[[nodiscard]] std::string formatId(ItemId id);
// Nothing unless text is '*' and one to eight hex digits.
[[nodiscard]] std::optional<ItemId> parseId(std::string_view text);

struct Item {
    ItemId id = 0;
    bool builtin = false; // comes with the router: cannot be removed
    bool absent = false;  // names hardware this router does not have: kept and written back, never in force
    std::map<std::string, std::string, std::less<>> values; // in the form the API prints; absent is not empty

    [[nodiscard]] std::optional<std::string_view> get(std::string_view name) const {
        const auto found = values.find(name);
        return found == values.end() ? std::nullopt : std::optional<std::string_view>(found->second);
    }
    [[nodiscard]] std::string_view value(std::string_view name, std::string_view otherwise = {}) const { return get(name).value_or(otherwise); }
    [[nodiscard]] bool isTrue(std::string_view name) const { return value(name) == "true"; }
    [[nodiscard]] bool enabled() const { return !isTrue("disabled"); }
    bool operator==(const Item&) const = default;
};

} // namespace core::routeros::config
