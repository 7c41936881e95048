#include "agent/control/commands/control_plane.h"

namespace agent::control {

void ControlPlane::housekeep() {
    context_.rates.sample(context_.config, context_.engine, context_.clock.now());
    context_.scheduler.run(context_);
    for (const dataplane::LogEvent& event : context_.engine.takeLog()) {
        const std::string prefix = event.prefix.empty() ? std::string() : event.prefix + " ";
        context_.note("firewall,info", prefix + event.chain + ": " + event.text);
    }
}

} // namespace agent::control
