#include "core/routeros/config/item.h"

#include <charconv>

namespace core::routeros::config {

std::string formatId(ItemId id) {
    char text[9];
    const auto end = std::to_chars(text, text + sizeof text, id, 16).ptr;
    std::string out = "*";
    for (const char* c = text; c != end; ++c) {
        out.push_back(*c >= 'a' ? static_cast<char>(*c - 'a' + 'A') : *c);
    }
    return out;
}

std::optional<ItemId> parseId(std::string_view text) {
    if (!text.starts_with('*')) {
        return std::nullopt;
    }
    text.remove_prefix(1);
    ItemId id = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), id, 16);
    return read.ec == std::errc() && read.ptr == text.data() + text.size() ? std::optional(id) : std::nullopt;
}

} // namespace core::routeros::config
