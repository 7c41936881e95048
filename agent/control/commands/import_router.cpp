#include "agent/control/commands/import_router.h"

#include "agent/control/commands/command_table.h"
#include "agent/control/commands/rows.h"
#include "agent/control/commands/users.h"
#include "agent/control/tree/menus.h"

namespace agent::control {

using core::base::ErrorCode;
using core::base::fail;
using core::base::Result;
using core::model::Request;
using core::model::Row;
using core::routeros::script::CommandAnswer;

Result<std::vector<Row>> ImportRouter::items(std::string_view menu) {
    const core::routeros::config::Menu* known = knownMenu(menu);
    if (!known && !tree_.tables().contains(menu)) {
        return fail(ErrorCode::Refused, "no such command or directory (" + std::string(menu.substr(menu.rfind('/') + 1)) + ")");
    }
    if (known && known->kind == core::routeros::config::MenuKind::ReadOnly) {
        return rowsOf(context_, menu);
    }
    if (known && known->kind == core::routeros::config::MenuKind::Settings) {
        return std::vector<Row>{configRow(menu, tree_.settings(menu))};
    }
    std::vector<Row> rows;
    for (const Item* item : tree_.items(menu)) {
        rows.push_back(configRow(menu, *item));
    }
    return rows;
}

Result<CommandAnswer> ImportRouter::run(const Request& request) {
    const auto command = findCommand(&tree_, request.menu, request.verb);
    if (command && !caller_.user.policies.hasAll(command->needs)) {
        return fail(ErrorCode::Refused, "not enough permissions (9)");
    }
    if (isWrite(request.verb) && request.menu != "/file") {
        ItemId created = 0;
        const auto stored = request.menu == "/user" ? withStoredPassword(context_, request) : Outcome<Request>(request);
        const auto done = stored ? applyWrite(tree_, *stored, &created) : Outcome<void>(tl::unexpected(stored.error()));
        return done ? Result<CommandAnswer>(CommandAnswer{{}, created == 0 ? std::string() : formatId(created)})
                    : fail(ErrorCode::Refused, done.error().message);
    }
    if (command && command->lock != Lock::Read) {
        return fail(ErrorCode::Refused, "failure: " + request.verb + " cannot be used in a script that is imported");
    }
    auto answer = control::run(context_, caller_, request);
    if (!answer) {
        return fail(ErrorCode::Refused, answer.error().message);
    }
    return CommandAnswer{std::move(answer->rows), std::string(answer->done.value("ret"))};
}

} // namespace agent::control
