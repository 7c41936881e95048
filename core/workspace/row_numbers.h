// Numbers in rows of a router.
#pragma once

#include "core/model/request.h"

#include <charconv>
#include <string_view>

namespace core::workspace {

// What its text begins with; 0 where it is absent or no number.
template <class Number> [[nodiscard]] Number numberIn(const core::model::Row& row, std::string_view name) {
    const std::string_view text = row.value(name);
    Number value{};
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

} // namespace core::workspace
