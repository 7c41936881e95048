// One user at one terminal: banner, prompt, editing, completion, safe mode; or one command without any of it.
//
//   ConsoleSession session(terminal, gate, {user, id}, parseLogin("admin+ct80w"));
//   session.runShell();                                  // until /quit, Ctrl-D or the end of the terminal
//   int status = session.runCommand("/interface print"); // 0, or 1 when an error was written
//
// Runs on a thread of its own and blocks it; everything about the router goes through the gate. The session's id is opened
// and closed by whoever owns it: closing gives up safe mode, and what was changed in it is undone. /quit keeps it.
#pragma once

#include "agent/control/cli/command_line.h"
#include "agent/control/cli/line_editor.h"
#include "agent/control/cli/login_options.h"

namespace agent::control {

class ConsoleSession {
public:
    ConsoleSession(Terminal& terminal, ControlGate& gate, Caller caller, const LoginOptions& login);

    void runShell();
    [[nodiscard]] int runCommand(std::string_view text);

private:
    enum class Next { GoOn, Leave };

    void runLines();
    void writeBanner();
    [[nodiscard]] std::string prompt();
    [[nodiscard]] int promptColumns() const;
    void newLine();
    Next handle(const Key& key);
    Next control(char letter);
    Next enter();
    void completeWord();
    void help();
    void listOptions(bool withHelp);
    void toggleSafeMode();
    [[nodiscard]] bool holdsSafeMode();
    [[nodiscard]] std::vector<std::string> itemNames(std::string_view menu);

    Terminal& terminal_;
    ControlGate& gate_;
    Caller caller_;
    LoginOptions login_;
    Keyboard keyboard_;
    Output output_;
    CommandLine commands_;
    LineEditor editor_;
    std::string menu_;
    std::string open_;        // lines entered so far of a command whose brackets are open
    bool lastWasTab_ = false; // a second Tab lists the options
};

} // namespace agent::control
