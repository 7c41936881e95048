#include "core/routeros/script/interpreter.h"

#include "core/routeros/script/execution.h"

namespace core::routeros::script {

using core::base::ErrorCode;

Interpreter::Interpreter(Router& router, Environment& globals, ScriptLimits limits) : router_(router), globals_(globals), limits_(limits) {}

core::base::Result<Value> Interpreter::run(const Program& program, std::string_view fileName) {
    if (const Diagnostic* error = program.firstError()) {
        return tl::unexpected(errorAt(fileName, error->at, error->text));
    }
    Execution execution(router_, globals_, limits_);
    Scope scope(nullptr, false);
    const auto done = execution.block(program.statements, scope);
    if (done) {
        return Value();
    }
    const Interrupt& interrupt = done.error();
    if (interrupt.kind == Interrupt::Kind::Return) {
        return interrupt.value;
    }
    core::base::Error error = errorAt(fileName, interrupt.at, interrupt.text);
    error.code = interrupt.kind == Interrupt::Kind::Limit ? ErrorCode::Cancelled : ErrorCode::Refused;
    return tl::unexpected(error);
}

} // namespace core::routeros::script
