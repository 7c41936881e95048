// The last hundred changes, to be undone and done again in order, as /system/history shows them.
//
//   history.record({"filter rule added", "admin", seconds, patch});
//   const HistoryEntry* entry = history.undoable();   // newest that is not undone
//
// A new change forgets what was undone before it. Belongs to the control thread.
#pragma once

#include "agent/control/tree/patch.h"

#include <cstdint>
#include <ctime>
#include <deque>

namespace agent::control {

struct HistoryEntry {
    std::string action; // "filter rule added"
    std::string by;     // user
    std::time_t at = 0;
    Patch patch;
    std::uint32_t number = 0; // its .id
    bool undone = false;
};

class History {
public:
    static constexpr std::size_t kDepth = 100;

    void record(HistoryEntry entry);

    // The entry /undo or /redo would take; null when there is none.
    [[nodiscard]] HistoryEntry* undoable();
    [[nodiscard]] HistoryEntry* redoable();

    // Number of the next entry. Entries from `number` on are dropped by forgetFrom(): they were rolled back.
    [[nodiscard]] std::uint32_t nextNumber() const { return next_; }
    void forgetFrom(std::uint32_t number);

    // Oldest first.
    [[nodiscard]] const std::deque<HistoryEntry>& entries() const { return entries_; }

private:
    std::deque<HistoryEntry> entries_;
    std::uint32_t next_ = 1;
};

} // namespace agent::control
