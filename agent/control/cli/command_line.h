// Runs what was entered at the prompt or given to an exec channel: one line, or several.
//
//   CommandLine commands(gate, caller, terminal, keyboard, output);
//   auto done = commands.run("/ip firewall filter", "");     // done.menu == "/ip/firewall/filter"
//   commands.run("print", done.menu);
//
// An error in the text (a name nobody knows, a bracket never closed) is said with line and column, and nothing is run.
// One thread; what is lent must outlive it.
#pragma once

#include "agent/control/cli/router_access.h"
#include "core/routeros/script/interpreter.h"

namespace agent::control {

class CommandLine {
public:
    CommandLine(ControlGate& gate, Caller caller, Terminal& terminal, Keyboard& keyboard, Output& output)
        : gate_(gate), output_(output), router_(gate, std::move(caller), terminal, keyboard, output) {}

    struct Done {
        std::string menu;      // where the next line runs
        bool failed = false;   // an error was written
        bool open = false;     // a bracket or quote wants more lines; nothing was run or written
        bool quit = false;
    };
    // `moreMayCome`: whether an open bracket is a question for more, or an error.
    [[nodiscard]] Done run(std::string_view text, std::string_view menu, bool moreMayCome = false);

private:
    [[nodiscard]] bool keepsMenu(std::string_view menu);
    [[nodiscard]] Done fail(Done done, std::string_view text, core::routeros::script::Position at);

    ControlGate& gate_;
    Output& output_;
    RouterAccess router_;
    core::routeros::script::Environment globals_; // of this session
};

} // namespace agent::control
