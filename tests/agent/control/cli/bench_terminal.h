// A terminal for tests: what is typed is a script, what is written is kept. Waiting moves the virtual clock instead of time.
#pragma once

#include "agent/control/cli/control_gate.h"
#include "agent/control/cli/terminal.h"
#include "tests/agent/control/commands/console.h"

#include <deque>

namespace tests {

class BenchTerminal final : public agent::control::Terminal {
public:
    explicit BenchTerminal(core::base::VirtualClock& clock) : clock_(clock) {}

    void write(std::string_view octets) override { written += octets; }
    Input read(std::string& octets, core::base::Nanos patience) override {
        if (!typed.empty() && (patience < 0 || typed.front().second <= clock_.now())) {
            octets += typed.front().first;
            typed.pop_front();
            return Input::Octets;
        }
        if (patience < 0) {
            return Input::Ended;
        }
        clock_.advance(patience);
        return Input::TimedOut;
    }
    [[nodiscard]] agent::control::TerminalSize size() const override { return screen; }
    [[nodiscard]] bool interactive() const override { return person; }

    // At once, or not before a point in time while a command runs.
    void type(std::string keys, core::base::Nanos notBefore = 0) { typed.emplace_back(std::move(keys), notBefore); }

    std::deque<std::pair<std::string, core::base::Nanos>> typed;
    std::string written;
    agent::control::TerminalSize screen{80, 24};
    bool person = true;

private:
    core::base::VirtualClock& clock_;
};

// The control thread is the test's own.
class DirectGate final : public agent::control::ControlGate {
public:
    explicit DirectGate(agent::control::Context& context) : context_(context) {}
    bool call(const Job& job) override {
        if (closed) {
            return false;
        }
        job(context_);
        return true;
    }
    bool closed = false;

private:
    agent::control::Context& context_;
};

} // namespace tests
