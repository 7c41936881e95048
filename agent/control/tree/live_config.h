// The configuration in force. A change is made on a copy, compiled, and only then takes the old one's place: either all of
// it happens or nothing does.
//
//   LiveConfig live(board, false, [&](EngineConfigPtr config) { runtime.publish(std::move(config)); });
//   auto done = live.apply([](Tree& tree) { … return Outcome<void>(); });
//
// Belongs to the control thread. The publisher is called from apply() and must have taken the configuration over when it
// returns.
#pragma once

#include "agent/control/tree/compile.h"
#include "agent/control/tree/edit.h"

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

class LiveConfig {
public:
    using Publisher = std::function<void(agent::dataplane::EngineConfigPtr)>;

    LiveConfig(core::devices::Board board, bool native, Publisher publish);

    [[nodiscard]] const core::devices::Board& board() const { return board_; }
    [[nodiscard]] const Tree& tree() const { return tree_; }
    [[nodiscard]] const Compiled& compiled() const { return compiled_; }

    Outcome<void> apply(const std::function<Outcome<void>(Tree&)>& edit);

    // Numbers changes: those made after now have a number of at least this.
    [[nodiscard]] std::uint64_t nextChange() const { return nextChange_; }
    // Changes from number `from` on, oldest first. The last 4096 are kept; who asks too late misses the older ones.
    [[nodiscard]] std::vector<Change> changesSince(std::uint64_t from) const;

private:
    void note(const Tree& before, const Tree& after);

    core::devices::Board board_;
    bool native_;
    Publisher publish_;
    Tree tree_;
    Numbering numbering_;
    Compiled compiled_;
    std::deque<Change> changes_;
    std::uint64_t nextChange_ = 0;
    std::uint64_t version_ = 0;
};

} // namespace agent::control
