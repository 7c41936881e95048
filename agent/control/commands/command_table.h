// The one table of commands behind every front door: menu, verb, arguments, who may, what it locks, handler.
//
//   auto answer = run(context, caller, {"/ip/firewall/filter", "add", {{"chain", "forward"}}});
//   if (!answer) … answer.error().message
//
// Commands every menu of a kind has (print, add, set …) are made from the schema; those of single menus are listed.
#pragma once

#include "agent/control/commands/answer.h"
#include "agent/control/commands/caller.h"
#include "agent/control/commands/context.h"

namespace agent::control {

// What a command does to the configuration.
enum class Lock {
    Read,      // nothing
    Write,     // changes it: recorded in the history
    Exclusive, // changes all of it at once: must not run inside another command (a script, an import)
};

using Handler = Outcome<Answer> (*)(Context&, const Caller&, const core::model::Request&);

struct Command {
    std::string_view menu;
    std::string_view verb;
    Policies needs;
    Lock lock = Lock::Read;
    Handler handler = nullptr;
    std::vector<std::string_view> arguments{}; // beside the properties of the menu
};

// Runs one command for a caller. Traps: "no such command or directory (X)" where X is the first part of the path that is
// not known, "not enough permissions (9)", and whatever the command itself refuses with.
[[nodiscard]] Outcome<Answer> run(Context& context, const Caller& caller, const core::model::Request& request);

// The command of that name; nothing when there is none. `tree` makes menus known that are kept without being in the schema.
[[nodiscard]] std::optional<Command> findCommand(const Tree* tree, std::string_view menu, std::string_view verb);

// Every verb a menu has.
[[nodiscard]] std::vector<Command> commandsOf(std::string_view menu);

} // namespace agent::control
