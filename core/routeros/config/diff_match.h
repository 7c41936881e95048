// Which items of two tables are the same item. Internal to the room. Pure; any thread.
#pragma once

#include "core/routeros/config/item.h"
#include "core/routeros/config/schema.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core::routeros::config {

// An item as far as it is configuration.
struct Compared {
    const Item* item = nullptr;
    std::vector<std::pair<std::string_view, std::string_view>> values;
    std::string_view identity;
};

// For each of `to` the place of its partner in `from`. No partner is given twice.
[[nodiscard]] std::vector<std::optional<std::size_t>> matchItems(const std::vector<Compared>& from, const std::vector<Compared>& to);

// The places of a longest rising subsequence.
[[nodiscard]] std::vector<std::size_t> longestRising(const std::vector<std::size_t>& sequence);

} // namespace core::routeros::config
