#include "agent/control/commands/counters.h"

#include "agent/control/commands/rows.h"

namespace agent::control {

namespace config = core::routeros::config;
using core::model::Request;

namespace {

Outcome<std::vector<ItemId>> meant(const Context& context, const Request& request) {
    const auto id = request.argument(".id");
    const auto numbers = id ? id : request.argument("numbers");
    return numbers ? select(context.tree(), request.menu, *numbers)
                   : Outcome<std::vector<ItemId>>(config::refuse(config::kArgument, "missing value(s) of argument(s) numbers"));
}

void resetQueues(Context& context, std::string_view menu, const std::vector<ItemId>& ids) {
    if (menu == "/queue/tree") {
        const auto stats = context.engine.treeStats(ids);
        for (std::size_t i = 0; i < ids.size(); ++i) {
            context.baselines.resetTree(ids[i], stats[i]);
        }
        return;
    }
    const auto stats = context.engine.simpleStats(ids);
    for (std::size_t i = 0; i < ids.size(); ++i) {
        context.baselines.resetSimple(ids[i], stats[i]);
    }
}

} // namespace

Outcome<Answer> resetCounters(Context& context, const Request& request) {
    const auto ids = meant(context, request);
    if (!ids) {
        return tl::unexpected(ids.error());
    }
    context.engine.resetRuleCounters(*ids);
    return Answer{};
}

Outcome<Answer> resetAllCounters(Context& context, const Request& request) {
    context.engine.resetRuleCounters(idsOf(context.tree().items(request.menu)));
    return Answer{};
}

Outcome<Answer> resetInterfaceCounters(Context& context, const Request& request) {
    const auto ids = meant(context, request);
    if (!ids) {
        return tl::unexpected(ids.error());
    }
    const auto stats = context.engine.interfaceStats();
    for (const ItemId id : *ids) {
        const dataplane::IfIndex index = context.config.compiled().interfaceOf(id);
        if (index < stats.size()) {
            context.baselines.resetInterface(id, stats[index]);
        }
    }
    return Answer{};
}

Outcome<Answer> resetQueueCounters(Context& context, const Request& request) {
    const auto ids = meant(context, request);
    if (!ids) {
        return tl::unexpected(ids.error());
    }
    resetQueues(context, request.menu, *ids);
    return Answer{};
}

Outcome<Answer> resetAllQueueCounters(Context& context, const Request& request) {
    resetQueues(context, request.menu, idsOf(context.tree().items(request.menu)));
    return Answer{};
}

} // namespace agent::control
