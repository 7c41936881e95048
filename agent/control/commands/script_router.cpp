#include "agent/control/commands/script_router.h"

#include "agent/control/commands/command_table.h"

namespace agent::control {

using core::base::ErrorCode;
using core::base::fail;
using core::base::Result;
using core::model::Request;
using core::model::Row;
using core::routeros::script::CommandAnswer;

Result<std::vector<Row>> ScriptRouter::items(std::string_view menu) {
    auto answer = control::run(context_, caller_, {std::string(menu), "print", {}, {}, {}});
    if (!answer) {
        return fail(ErrorCode::Refused, answer.error().message);
    }
    return std::move(answer->rows);
}

Result<CommandAnswer> ScriptRouter::run(const Request& request) {
    const auto command = findCommand(&context_.tree(), request.menu, request.verb);
    if (command && command->lock == Lock::Exclusive) {
        return fail(ErrorCode::Refused, "failure: " + request.verb + " cannot be used in a script");
    }
    auto answer = control::run(context_, caller_, request);
    if (!answer) {
        return fail(ErrorCode::Refused, answer.error().message);
    }
    return CommandAnswer{std::move(answer->rows), std::string(answer->done.value("ret"))};
}

} // namespace agent::control
