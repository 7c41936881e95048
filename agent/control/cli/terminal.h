// What a console session talks to: octets in, octets out, and a size. The SSH door fulfils it; tests with a script of keys.
#pragma once

#include "core/base/units.h"

#include <string>
#include <string_view>

namespace agent::control {

struct TerminalSize {
    int columns = 0; // 0: unlimited, nothing is wrapped or left out
    int rows = 0;    // 0: unlimited, nothing is paged
    bool operator==(const TerminalSize&) const = default;
};

// Used by the session's own thread only; read() and write() may block it.
class Terminal {
public:
    enum class Input {
        Octets,
        TimedOut,
        Ended, // nothing more is typed, but what is written is still read: ssh router command < /dev/null
        Gone,  // nobody is there any more
    };

    virtual ~Terminal() = default;
    // Dropped when the other side is gone.
    virtual void write(std::string_view octets) = 0;
    // Appends what has come, waiting up to `patience` for the first octet; a negative patience waits until something comes or nothing
    // will. After the end of the input a patience is still waited for.
    virtual Input read(std::string& octets, core::base::Nanos patience) = 0;
    [[nodiscard]] virtual TerminalSize size() const = 0;
    // Whether somebody sits in front of it: echo, prompt, line editing.
    [[nodiscard]] virtual bool interactive() const = 0;
};

} // namespace agent::control
