// Config tree + board → what the engine forwards by. Names become numbers, disabled items are left out, and items that
// cannot work (their interface is gone) are left out and reported, as RouterOS flags them I.
//
//   Numbering numbering;
//   Compiled compiled = compile(tree, board, numbering, {.native = false, .version = 1});
//   engine.apply(compiled.config, now);
//
// Pure but for `numbering`, which is brought up to date.
#pragma once

#include "agent/control/tree/numbering.h"
#include "agent/control/tree/tree.h"
#include "agent/dataplane/config/engine_config.h"
#include "core/devices/board.h"

#include <set>

namespace agent::control {

struct CompileOptions {
    bool native = false;       // ignore the board's cost
    std::uint64_t version = 1; // EngineConfig::version
    std::int64_t wallClock = 0; // seconds since 1970
};

struct Compiled {
    agent::dataplane::EngineConfigPtr config;
    std::set<ItemId> invalid; // enabled items that are not in force

    // Position of an interface; kNoInterface when there is none.
    [[nodiscard]] agent::dataplane::IfIndex interfaceOf(ItemId item) const;
    // Name of the interface at a position; empty when there is none.
    [[nodiscard]] std::string_view interfaceName(agent::dataplane::IfIndex index) const;
};

[[nodiscard]] Compiled compile(const Tree& tree, const core::devices::Board& board, Numbering& numbering, CompileOptions options);

} // namespace agent::control
