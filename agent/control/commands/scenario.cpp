#include "agent/control/commands/scenario.h"

namespace agent::control {

namespace config = core::routeros::config;
using core::model::Request;

namespace {

Outcome<Answer> run(Context& context, core::devices::Lab lab) {
    if (const auto running = context.engine.loadScenario(lab.scenario.text, lab.scenario.path); !running) {
        return config::refuse(config::kGeneral, "failure: " + running.error().describe());
    }
    context.lab = std::move(lab);
    return Answer{};
}

} // namespace

Outcome<Answer> loadScenario(Context& context, const Request& request) {
    const auto name = request.argument("lab");
    if (!name || name->empty()) {
        return config::refuse(config::kMissing, "missing value(s) of argument(s) lab");
    }
    auto lab = core::devices::loadLab(*name);
    if (!lab) {
        return config::refuse(config::kArgument, "failure: " + lab.error().describe());
    }
    return run(context, std::move(*lab));
}

Outcome<Answer> startScenario(Context& context, const Request&) {
    if (!context.lab) {
        return config::refuse(config::kGeneral, "failure: no scenario is loaded; use load lab=NAME");
    }
    return run(context, *context.lab);
}

Outcome<Answer> stopScenario(Context& context, const Request&) {
    context.engine.stopScenario();
    return Answer{};
}

} // namespace agent::control
