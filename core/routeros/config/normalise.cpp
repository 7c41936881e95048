#include "core/routeros/config/normalise.h"

#include "core/routeros/config/diff_order.h"
#include "core/routeros/config/schema.h"
#include "core/routeros/config/significant.h"

#include <algorithm>

namespace core::routeros::config {

namespace {

// ether2 stands before ether10: runs of digits compare as numbers.
std::string sortable(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size();) {
        std::size_t end = i;
        while (end < text.size() && text[end] >= '0' && text[end] <= '9') {
            ++end;
        }
        if (end > i) {
            out.append(end - i < 20 ? 20 - (end - i) : 0, '0').append(text.substr(i, end - i));
            i = end;
        } else {
            out += text[i++];
        }
    }
    return out;
}

std::string keyOf(const Menu* menu, const Item& item) {
    std::string out = item.id == 0 ? std::string() : '1' + sortable(identityOf(menu, item));
    for (const auto& [name, value] : item.values) {
        out.append(1, '\0').append(name).append(1, '\1').append(sortable(value));
    }
    return out;
}

} // namespace

ConfigTree normalised(ConfigTree tree) {
    std::vector<std::string> paths;
    for (const auto& [path, rows] : tree.tables()) {
        if (!path.empty() && !isOrdered(path)) {
            paths.push_back(path);
        }
    }
    for (const std::string& path : paths) {
        const Menu* menu = findMenu(path);
        std::vector<std::pair<std::string, Item>> sorted;
        for (Item& item : tree.table(path)) {
            sorted.emplace_back(keyOf(menu, item), std::move(item));
        }
        std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
        std::vector<Item> ordered;
        for (auto& [key, item] : sorted) {
            ordered.push_back(std::move(item));
        }
        tree.table(path) = std::move(ordered);
    }
    return tree;
}

} // namespace core::routeros::config
