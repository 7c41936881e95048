// Finds rows of a growing tree by the value of a property without walking the table each time, so that a text of many finds is read in
// a time that grows with its size. Internal to the room.
//
// Whoever changes the tree says so. Not for the union "/interface".
#pragma once

#include "core/routeros/config/config_tree.h"

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace core::routeros::config {

class RowIndex {
public:
    explicit RowIndex(const ConfigTree& tree) : tree_(tree) {}

    // In the order of the rows. Valid until the next call.
    [[nodiscard]] const std::vector<ItemId>& find(std::string_view menu, std::string_view property, std::string_view value);
    // Where the row stands in its table.
    [[nodiscard]] std::optional<std::size_t> placeOf(std::string_view menu, ItemId id);

    void appended(std::string_view menu, const Item& item);
    void changed(std::string_view menu, std::string_view property);
    void rearranged(std::string_view menu); // rows went, moved or came in between

private:
    using ByValue = std::unordered_map<std::string, std::vector<ItemId>>;
    struct MenuIndex {
        std::map<std::string, ByValue, std::less<>> byProperty; // of those that were asked for
        std::optional<std::unordered_map<ItemId, std::size_t>> places;
    };
    MenuIndex& indexOf(std::string_view menu);

    const ConfigTree& tree_;
    std::map<std::string, MenuIndex, std::less<>> menus_;
};

} // namespace core::routeros::config
