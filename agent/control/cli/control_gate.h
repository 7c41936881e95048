// The way from a session's thread to the control thread, which owns the router's state and is never kept waiting.
//
//   Rows rows;
//   if (!gate.call([&](Context& context) { rows = …; })) return;   // the agent is ending
#pragma once

#include <functional>

namespace agent::control {

struct Context;

class ControlGate {
public:
    using Job = std::function<void(Context&)>;

    virtual ~ControlGate() = default;
    // Runs the job on the control thread and returns when it has run. False: it was not run and never will be.
    virtual bool call(const Job& job) = 0;
};

} // namespace agent::control
