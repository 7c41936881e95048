#include "agent/control/commands/state_keeper.h"

#include "agent/control/tree/factory.h"
#include "agent/control/tree/state_file.h"

#include <cstdio>

namespace agent::control {

using core::base::ErrorCode;
using core::base::fail;
using core::base::Result;

namespace {

constexpr const char* kFile = "config.state";

// A state of an older release lacks menus that came since: they are as on a new router.
Tree completed(const Tree& kept, const core::devices::Board& board) {
    Tree out = kept;
    const Tree factory = factoryTree(board);
    for (const auto& [menu, table] : factory.tables()) {
        if (kept.tables().contains(menu)) {
            continue;
        }
        for (Item item : table) {
            item.id = item.id == 0 ? 0 : out.nextId();
            out.table(menu).push_back(std::move(item));
        }
    }
    return out;
}

} // namespace

Result<StateKeeper::Restored> StateKeeper::restore() {
    std::error_code error;
    std::filesystem::create_directories(directory_, error);
    if (error) {
        return fail(ErrorCode::Io, "Cannot make the state directory " + directory_.string() + ".", error.message());
    }
    const std::filesystem::path file = directory_ / kFile;
    const auto state = readState(file);
    if (!state && state.error().code == ErrorCode::NotFound) {
        return Restored{};
    }
    if (!state) {
        const auto aside = moveAside(file);
        if (!aside) {
            return tl::unexpected(aside.error());
        }
        return Restored{false, state.error().text + " It is kept as " + aside->string() + "; starting without it."};
    }
    const core::devices::Board& board = context_.config.board();
    if (state->board != board.model) {
        return fail(ErrorCode::InvalidInput, file.string() + " is the configuration of a " + state->board + ", not of a " + board.model +
                                                 ": start with --board " + state->board + ", or with another --state.");
    }
    context_.config.restore(completed(state->tree, board), context_.config.history().nextNumber());
    kept_ = context_.config.nextChange();
    everKept_ = true;
    return Restored{true, {}};
}

bool StateKeeper::keep() {
    const SafeMode::Holder* holder = context_.safeMode.holder();
    const std::uint64_t now = context_.config.nextChange();
    if (everKept_ && !failing_ && now == kept_ && keptSafe_ == (holder != nullptr)) {
        return true;
    }
    if (everKept_ && !failing_ && holder && keptSafe_) {
        return true; // what stood before does not change
    }
    const auto done = writeState(directory_ / kFile, {holder ? holder->before : context_.tree(), context_.config.board().model});
    if (!done) {
        complain(done.error().describe());
        return false;
    }
    if (failing_) {
        context_.note("system,info", "the configuration is kept again");
    }
    failing_ = false;
    everKept_ = true;
    kept_ = now;
    keptSafe_ = holder != nullptr;
    return true;
}

void StateKeeper::complain(const std::string& text) {
    if (!failing_) {
        context_.note("system,error,critical", "the configuration could not be kept: " + text);
        std::fprintf(stderr, "pathscope-agent: the configuration could not be kept: %s\n", text.c_str());
    }
    failing_ = true;
}

} // namespace agent::control
