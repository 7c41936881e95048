#include "core/routeros/config/row_index.h"

namespace core::routeros::config {

namespace {

template <class Visit> void forEachRow(const ConfigTree& tree, std::string_view menu, Visit visit) {
    if (const auto table = tree.tables().find(menu); table != tree.tables().end()) {
        for (const Item& item : table->second) {
            visit(item);
        }
    }
}

} // namespace

RowIndex::MenuIndex& RowIndex::indexOf(std::string_view menu) {
    const auto found = menus_.find(menu);
    return found != menus_.end() ? found->second : menus_[std::string(menu)];
}

const std::vector<ItemId>& RowIndex::find(std::string_view menu, std::string_view property, std::string_view value) {
    static const std::vector<ItemId> none;
    MenuIndex& index = indexOf(menu);
    auto values = index.byProperty.find(property);
    if (values == index.byProperty.end()) {
        values = index.byProperty.emplace(property, ByValue()).first;
        forEachRow(tree_, menu, [&](const Item& item) {
            if (const auto is = item.get(property); is && item.id != 0) {
                values->second[std::string(*is)].push_back(item.id);
            }
        });
    }
    const auto rows = values->second.find(std::string(value));
    return rows == values->second.end() ? none : rows->second;
}

std::optional<std::size_t> RowIndex::placeOf(std::string_view menu, ItemId id) {
    MenuIndex& index = indexOf(menu);
    if (!index.places) {
        index.places.emplace();
        forEachRow(tree_, menu, [&](const Item& item) { index.places->emplace(item.id, index.places->size()); });
    }
    const auto found = index.places->find(id);
    return found == index.places->end() ? std::nullopt : std::optional(found->second);
}

void RowIndex::appended(std::string_view menu, const Item& item) {
    const auto index = menus_.find(menu);
    if (index == menus_.end()) {
        return;
    }
    for (auto& [property, values] : index->second.byProperty) {
        if (const auto value = item.get(property)) {
            values[std::string(*value)].push_back(item.id);
        }
    }
    if (index->second.places) {
        index->second.places->emplace(item.id, index->second.places->size());
    }
}

void RowIndex::changed(std::string_view menu, std::string_view property) {
    if (const auto index = menus_.find(menu); index != menus_.end()) {
        if (const auto values = index->second.byProperty.find(property); values != index->second.byProperty.end()) {
            index->second.byProperty.erase(values);
        }
    }
}

void RowIndex::rearranged(std::string_view menu) {
    if (const auto index = menus_.find(menu); index != menus_.end()) {
        menus_.erase(index);
    }
}

} // namespace core::routeros::config
