#include "agent/control/tree/history.h"

#include <algorithm>

namespace agent::control {

void History::record(HistoryEntry entry) {
    std::erase_if(entries_, [](const HistoryEntry& old) { return old.undone; });
    entry.number = next_++;
    entries_.push_back(std::move(entry));
    if (entries_.size() > kDepth) {
        entries_.pop_front();
    }
}

HistoryEntry* History::undoable() {
    const auto found = std::find_if(entries_.rbegin(), entries_.rend(), [](const HistoryEntry& entry) { return !entry.undone; });
    return found == entries_.rend() ? nullptr : &*found;
}

HistoryEntry* History::redoable() {
    const auto found = std::find_if(entries_.begin(), entries_.end(), [](const HistoryEntry& entry) { return entry.undone; });
    return found == entries_.end() ? nullptr : &*found;
}

void History::forgetFrom(std::uint32_t number) {
    std::erase_if(entries_, [&](const HistoryEntry& entry) { return entry.number >= number; });
}

} // namespace agent::control
