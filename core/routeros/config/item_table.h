// The items of one menu, shared between copies of a tree until one of them is changed: a copy of a configuration of 20 000
// items costs what a copy of its list of menus costs.
//
//   ItemTable copy = table;         // shares
//   copy.edit().push_back(item);    // now has its own items; `table` is as it was
//
// Reads like a const vector. Copies may be used on different threads; one table may not.
#pragma once

#include "core/routeros/config/item.h"

#include <atomic>
#include <memory>
#include <vector>

namespace core::routeros::config {

class ItemTable {
public:
    using const_iterator = std::vector<Item>::const_iterator;

    [[nodiscard]] const std::vector<Item>& items() const { return *items_; }
    operator const std::vector<Item>&() const { return *items_; } // NOLINT(google-explicit-constructor): it is one
    [[nodiscard]] const_iterator begin() const { return items_->begin(); }
    [[nodiscard]] const_iterator end() const { return items_->end(); }
    [[nodiscard]] std::size_t size() const { return items_->size(); }
    [[nodiscard]] bool empty() const { return items_->empty(); }
    [[nodiscard]] const Item& front() const { return items_->front(); }
    [[nodiscard]] const Item& back() const { return items_->back(); }
    [[nodiscard]] const Item& operator[](std::size_t at) const { return (*items_)[at]; }

    // Whether both are the same items in memory: then nothing differs.
    [[nodiscard]] bool sharesWith(const ItemTable& other) const { return items_ == other.items_; }

    // For changing them; whoever shared them keeps the old ones.
    [[nodiscard]] std::vector<Item>& edit() {
        if (items_.use_count() > 1) {
            items_ = std::make_shared<std::vector<Item>>(*items_);
        } else {
            std::atomic_thread_fence(std::memory_order_acquire); // after the last other owner's release
        }
        return *items_;
    }

private:
    std::shared_ptr<std::vector<Item>> items_ = std::make_shared<std::vector<Item>>();
};

} // namespace core::routeros::config
