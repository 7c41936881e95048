// What a script sees that runs on the router itself, for the scheduler or /system/script run: the live configuration, each command on its
// own as if somebody typed it. (An import is all or nothing instead: import_router.h.)
//
//   ScriptRouter router(context, caller, output);
//   Interpreter(router, globals).run(parseProgram(source), "rollback");
//
// Commands that change all of the configuration at once (undo, import, safe mode) are refused. Belongs to the control thread.
#pragma once

#include "agent/control/commands/context.h"
#include "core/routeros/script/router.h"

namespace agent::control {

class ScriptRouter final : public core::routeros::script::Router {
public:
    // Lines the script puts are appended to `output`, as rows with "line". Everything must outlive this.
    ScriptRouter(Context& context, Caller caller, std::vector<core::model::Row>& output)
        : context_(context), caller_(std::move(caller)), output_(output) {}

    core::base::Result<std::vector<core::model::Row>> items(std::string_view menu) override;
    core::base::Result<core::routeros::script::CommandAnswer> run(const core::model::Request& request) override;
    void put(std::string_view line) override { output_.push_back({{"line", std::string(line)}}); }
    void log(std::string_view topic, std::string_view message) override {
        context_.note("script," + std::string(topic), std::string(message));
    }
    void delay(core::base::Nanos) override {} // the control thread waits for nobody

private:
    Context& context_;
    Caller caller_;
    std::vector<core::model::Row>& output_;
};

} // namespace agent::control
