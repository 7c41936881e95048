// What is typed: keys one by one at the prompt; while a command runs only whether it shall end.
//
//   Keyboard keyboard(terminal);
//   while (auto key = keyboard.next()) …      // nothing: nothing more is typed
//   if (keyboard.stopRequested(true)) …       // Ctrl-C, or Q
//
// What is typed ahead of the prompt is kept for it. One thread.
#pragma once

#include "agent/control/cli/key_reader.h"
#include "agent/control/cli/terminal.h"

namespace agent::control {

class Keyboard {
public:
    explicit Keyboard(Terminal& terminal) : terminal_(terminal) {}

    // Waits for it.
    [[nodiscard]] std::optional<Key> next();
    // Octets as they come, up to and without the end of the line; nothing behind the last.
    [[nodiscard]] std::optional<std::string> line();
    // Whether Ctrl-C (or, with `alsoQ`, Q) was typed or the terminal is gone. Takes the key and all that stands before it.
    [[nodiscard]] bool stopRequested(bool alsoQ);
    // Lets time pass, less when something is typed.
    void wait(core::base::Nanos span);
    [[nodiscard]] bool ended() const { return ended_; } // nothing more is typed
    [[nodiscard]] bool gone() const { return gone_; }   // nobody is there any more

private:
    bool receive(core::base::Nanos patience);

    Terminal& terminal_;
    KeyReader reader_;
    std::string ahead_; // not yet given to the reader
    bool ended_ = false;
    bool gone_ = false;
};

} // namespace agent::control
