#include "agent/control/tree/live_config.h"

#include "agent/control/tree/factory.h"

#include <ctime>

namespace agent::control {

namespace config = core::routeros::config;

LiveConfig::LiveConfig(core::devices::Board board, bool native, Publisher publish)
    : board_(std::move(board)), native_(native), publish_(std::move(publish)), tree_(factoryTree(board_)) {
    compileTree();
    publish_(compiled_.config);
}

Outcome<void> LiveConfig::apply(const std::function<Outcome<void>(Tree&)>& edit, Origin origin) {
    Tree next = tree_;
    if (auto done = edit(next); !done) {
        return done;
    }
    Patch patch = patchBetween(tree_, next);
    replace(std::move(next), patch);
    if (!patch.empty() && !origin.action.empty()) {
        HistoryEntry entry;
        entry.action = std::move(origin.action);
        entry.by = std::move(origin.by);
        entry.at = origin.at;
        entry.patch = std::move(patch);
        history_.record(std::move(entry));
    }
    return {};
}

Outcome<void> LiveConfig::undo() {
    HistoryEntry* entry = history_.undoable();
    return entry ? step(entry, Direction::Back) : config::refuse(config::kGeneral, "failure: nothing to undo");
}

Outcome<void> LiveConfig::redo() {
    HistoryEntry* entry = history_.redoable();
    return entry ? step(entry, Direction::Forth) : config::refuse(config::kGeneral, "failure: nothing to redo");
}

Outcome<void> LiveConfig::step(HistoryEntry* entry, Direction direction) {
    Tree next = tree_;
    applyPatch(next, entry->patch, direction);
    const Patch patch = patchBetween(tree_, next);
    replace(std::move(next), patch);
    entry->undone = direction == Direction::Back;
    return {};
}

void LiveConfig::restore(Tree tree, std::uint32_t historyNumber) {
    const Patch patch = patchBetween(tree_, tree);
    replace(std::move(tree), patch);
    history_.forgetFrom(historyNumber);
}

void LiveConfig::replace(Tree next, const Patch& patch) {
    constexpr std::size_t kept = 4096;
    tree_ = std::move(next);
    compileTree();
    for (const ItemChange& change : patch.items) {
        changes_.push_back({change.menu, change.id,
                            !change.before  ? Change::Kind::Added
                            : !change.after ? Change::Kind::Removed
                                            : Change::Kind::Changed});
        ++nextChange_;
        if (changes_.size() > kept) {
            changes_.pop_front();
        }
    }
    publish_(compiled_.config);
}

void LiveConfig::compileTree() {
    outOfForce_.update(tree_);
    const bool all = outOfForce_.items().empty();
    compiled_ = compile(all ? tree_ : outOfForce_.inForce(tree_), board_, numbering_, {native_, ++version_, std::time(nullptr)});
    for (const ItemId id : outOfForce_.items()) {
        const Item* item = tree_.find(tree_.menuOf(id), id);
        if (item && item->enabled()) {
            compiled_.invalid.insert(id);
        }
    }
}

std::vector<Change> LiveConfig::changesSince(std::uint64_t from) const {
    const std::uint64_t first = nextChange_ - changes_.size();
    const std::uint64_t skip = from > first ? from - first : 0;
    if (skip >= changes_.size()) {
        return {};
    }
    return {changes_.begin() + static_cast<std::ptrdiff_t>(skip), changes_.end()};
}

} // namespace agent::control
