#include "agent/control/commands/write.h"

#include "agent/control/commands/history_commands.h"
#include "agent/control/commands/rows.h"
#include "agent/control/tree/load.h"
#include "core/routeros/config/values.h"

namespace agent::control {

namespace config = core::routeros::config;
using core::model::Request;

namespace {

std::optional<std::string_view> itemsOf(const Request& request) {
    return request.argument(".id") ? request.argument(".id") : request.argument("numbers");
}

// Rows the router makes by itself (dummy FastTrack rules, connected routes) look like items but cannot be written.
Outcome<void> refuseDynamic(Context& context, const Request& request) {
    const auto items = itemsOf(request);
    if (!items || !rowSource(request.menu)) {
        return {};
    }
    bool suspicious = false; // making all rows is dear, so only when an id is not a configured item's
    for (const std::string_view text : config::splitList(*items)) {
        const auto id = parseId(text);
        suspicious = suspicious || (id && !context.tree().find(request.menu, *id));
    }
    if (!suspicious) {
        return {};
    }
    for (const core::model::Row& row : rowsOf(context, request.menu)) {
        for (const std::string_view text : config::splitList(*items)) {
            if (row.get(".id") == text && row.value("dynamic") == "true") {
                return config::refuse(config::kGeneral, "failure: can not change dynamic");
            }
        }
    }
    return {};
}

} // namespace

Outcome<Answer> write(Context& context, const Caller& caller, const Request& request) {
    if (auto allowed = refuseDynamic(context, request); !allowed) {
        const bool moves = request.verb == "move";
        return moves ? config::refuse(config::kGeneral, "cannot move builtin") : tl::unexpected(allowed.error());
    }
    ItemId created = 0;
    const auto done =
        context.config.apply([&](Tree& tree) { return applyWrite(tree, request, &created); }, originOf(context, caller, request));
    if (!done) {
        return tl::unexpected(done.error());
    }
    Answer answer;
    if (created != 0) {
        answer.done.set("ret", formatId(created));
    }
    return answer;
}

Outcome<Answer> removeConnections(Context& context, const Request& request) {
    const auto items = itemsOf(request);
    if (!items) {
        return config::refuse(config::kMissing, "missing value(s) of argument(s) numbers");
    }
    for (const std::string_view text : config::splitList(*items)) {
        const auto id = parseId(text);
        if (!id || !context.engine.removeConnection(*id)) {
            return config::refuse(config::kMissing, "no such item");
        }
    }
    return Answer{};
}

} // namespace agent::control
