// The configuration in force. A change is made on a copy, compiled, and only then takes the old one's place: either all of
// it happens or nothing does.
//
//   LiveConfig live(board, false, [&](EngineConfigPtr config) { runtime.publish(std::move(config)); });
//   auto done = live.apply([](Tree& tree) { … return Outcome<void>(); }, {"item added", "admin", now});
//
// Belongs to the control thread. The publisher is called from apply() and must have taken the configuration over when it
// returns.
#pragma once

#include "agent/control/tree/compile.h"
#include "agent/control/tree/edit.h"
#include "agent/control/tree/history.h"
#include "agent/control/tree/modelled.h"

#include <deque>
#include <functional>

namespace agent::control {

// One item that came, changed or went.
struct Change {
    enum class Kind { Added, Changed, Removed };
    std::string menu;
    ItemId id = 0;
    Kind kind = Kind::Changed;
};

// Who made a change and what it was, for the history. Without an action the change is not recorded there.
struct Origin {
    std::string action;
    std::string by;
    std::time_t at = 0;
};

class LiveConfig {
public:
    using Publisher = std::function<void(agent::dataplane::EngineConfigPtr)>;

    LiveConfig(core::devices::Board board, bool native, Publisher publish);

    [[nodiscard]] const core::devices::Board& board() const { return board_; }
    [[nodiscard]] const Tree& tree() const { return tree_; }
    [[nodiscard]] const Compiled& compiled() const { return compiled_; }

    Outcome<void> apply(const std::function<Outcome<void>(Tree&)>& edit, Origin origin = {});

    // The newest change that is not undone, and the oldest that is; "failure: nothing to undo" when there is none.
    Outcome<void> undo();
    Outcome<void> redo();
    // A tree as it was (safe mode, state file) takes the place of this one; changes recorded from `historyNumber` on are forgotten.
    void restore(Tree tree, std::uint32_t historyNumber);

    [[nodiscard]] const History& history() const { return history_; }

    // Numbers changes: those made after now have a number of at least this.
    [[nodiscard]] std::uint64_t nextChange() const { return nextChange_; }
    // Changes from number `from` on, oldest first. The last 4096 are kept; who asks too late misses the older ones.
    [[nodiscard]] std::vector<Change> changesSince(std::uint64_t from) const;

private:
    Outcome<void> step(HistoryEntry* entry, Direction direction);
    void replace(Tree next, const Patch& patch);
    void compileTree();

    core::devices::Board board_;
    bool native_;
    Publisher publish_;
    Tree tree_;
    Numbering numbering_;
    OutOfForce outOfForce_;
    Compiled compiled_;
    History history_;
    std::deque<Change> changes_;
    std::uint64_t nextChange_ = 0;
    std::uint64_t version_ = 0;
};

} // namespace agent::control
