#include "agent/control/tree/live_config.h"

#include "agent/control/tree/factory.h"

#include <unordered_map>

namespace agent::control {

LiveConfig::LiveConfig(core::devices::Board board, bool native, Publisher publish)
    : board_(std::move(board)), native_(native), publish_(std::move(publish)), tree_(factoryTree(board_)),
      compiled_(compile(tree_, board_, numbering_, {native_, ++version_})) {
    publish_(compiled_.config);
}

Outcome<void> LiveConfig::apply(const std::function<Outcome<void>(Tree&)>& edit) {
    Tree next = tree_;
    if (auto done = edit(next); !done) {
        return done;
    }
    compiled_ = compile(next, board_, numbering_, {native_, ++version_});
    note(tree_, next);
    tree_ = std::move(next);
    publish_(compiled_.config);
    return {};
}

void LiveConfig::note(const Tree& before, const Tree& after) {
    constexpr std::size_t kept = 4096;
    const auto log = [this](const std::string& menu, ItemId id, Change::Kind kind) {
        changes_.push_back({menu, id, kind});
        ++nextChange_;
        if (changes_.size() > kept) {
            changes_.pop_front();
        }
    };
    for (const auto& [menu, table] : after.tables()) {
        std::unordered_map<ItemId, const Item*> old;
        if (const auto found = before.tables().find(menu); found != before.tables().end()) {
            for (const Item& item : found->second) {
                old.emplace(item.id, &item);
            }
        }
        for (const Item& item : table) {
            const auto was = old.find(item.id);
            if (was == old.end()) {
                log(menu, item.id, Change::Kind::Added);
                continue;
            }
            if (!(*was->second == item)) {
                log(menu, item.id, Change::Kind::Changed);
            }
            old.erase(was);
        }
        for (const auto& [id, gone] : old) {
            log(menu, id, Change::Kind::Removed);
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
