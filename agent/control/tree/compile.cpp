#include "agent/control/tree/compile.h"

#include "agent/control/tree/compile_context.h"
#include "core/routeros/config/values.h"

namespace agent::control {

using agent::dataplane::IfIndex;
using agent::dataplane::kNoInterface;

IfIndex Compiled::interfaceOf(ItemId item) const {
    for (std::size_t i = 0; i < config->interfaces.size(); ++i) {
        if (config->interfaces[i].uid == item && item != 0) {
            return static_cast<IfIndex>(i);
        }
    }
    return kNoInterface;
}

std::string_view Compiled::interfaceName(IfIndex index) const {
    return index < config->interfaces.size() ? std::string_view(config->interfaces[index].name) : std::string_view();
}

std::uint64_t numberOf(const Item& item, std::string_view property, std::uint64_t otherwise) {
    return core::routeros::config::parseNumber(item.value(property)).value_or(otherwise);
}

std::optional<IfIndex> CompileContext::interface(std::string_view name) const {
    for (std::size_t i = 0; i < out.interfaces.size(); ++i) {
        if (out.interfaces[i].uid != 0 && out.interfaces[i].name == name) {
            return static_cast<IfIndex>(i);
        }
    }
    return std::nullopt;
}

std::optional<std::uint32_t> CompileContext::queueType(std::string_view name) const {
    for (std::size_t i = 0; i < out.queues.types.size(); ++i) {
        if (out.queues.types[i].name == name) {
            return static_cast<std::uint32_t>(i);
        }
    }
    return std::nullopt;
}

void CompileContext::addMembers(std::string_view list, std::set<IfIndex>& into, std::set<std::string, std::less<>>& seen) const {
    const Item* item = tree.findBy("/interface/list", "name", list);
    if (!item || !seen.emplace(list).second) {
        return;
    }
    if (list == "all" || list == "static") { // every interface there is was configured, none is dynamic
        for (std::size_t i = 0; i < out.interfaces.size(); ++i) {
            if (out.interfaces[i].uid != 0) {
                into.insert(static_cast<IfIndex>(i));
            }
        }
        return;
    }
    for (const std::string_view included : core::routeros::config::splitList(item->value("include"))) {
        addMembers(included, into, seen);
    }
    std::set<IfIndex> excluded;
    for (const std::string_view name : core::routeros::config::splitList(item->value("exclude"))) {
        std::set<std::string, std::less<>> lists{std::string(list)};
        addMembers(name, excluded, lists);
    }
    for (const IfIndex index : excluded) {
        into.erase(index);
    }
    for (const Item* member : tree.items("/interface/list/member")) {
        if (member->enabled() && member->value("list") == list) {
            if (const auto index = interface(member->value("interface"))) {
                into.insert(*index);
            }
        }
    }
}

std::optional<std::vector<IfIndex>> CompileContext::interfaceList(std::string_view name) const {
    if (!tree.findBy("/interface/list", "name", name)) {
        return std::nullopt;
    }
    std::set<IfIndex> members;
    std::set<std::string, std::less<>> seen;
    addMembers(name, members, seen);
    return std::vector<IfIndex>(members.begin(), members.end());
}

Compiled compile(const Tree& tree, const core::devices::Board& board, Numbering& numbering, CompileOptions options) {
    CompileContext context(tree, board, numbering);
    context.out.version = options.version;
    compileQueueTypes(context);
    compileBoard(context, options.native);
    compileInterfaces(context);
    compileBonding(context);
    compileTunnels(context);
    compileIpsec(context);
    compileBridges(context);
    compileBridgeRules(context);
    compileIp(context);
    compileRouting(context);
    compileFirewall(context);
    context.out.firewall.wallClock = options.wallClock;
    compileIpv6(context);
    compileTracking(context);
    compileQueues(context);
    context.out.marks = numbering.marks;
    return {std::make_shared<const agent::dataplane::EngineConfig>(std::move(context.out)), std::move(context.invalid)};
}

} // namespace agent::control
