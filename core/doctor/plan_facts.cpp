#include "core/doctor/plan_facts.h"

namespace core::doctor {
namespace {

core::model::Row row(const Item& item, const std::string& id = {}) {
    core::model::Row out;
    if (item.id != 0) {
        out.set(".id", id);
    }
    for (const auto& [name, value] : item.values) {
        out.set(name, value);
    }
    return out;
}

// A file has no ids; the number that print shows means an item as well.
core::planner::Rows rows(const ConfigView& view, std::string_view menu, const ItemNames& names) {
    core::planner::Rows out;
    for (const Line& line : view.lines(menu)) {
        out.push_back(row(*line.item, names.ofRouter ? nameOf(line, names) : std::to_string(line.number)));
    }
    return out;
}

} // namespace

core::planner::RouterFacts planFacts(const Facts& facts, const ItemNames& names) {
    core::planner::RouterFacts out;
    out.version = facts.loaded.header.version.value_or("");
    out.filter = rows(facts.view, "/ip/firewall/filter", names);
    out.addresses = rows(facts.view, "/ip/address", names);
    out.routes = rows(facts.view, "/ip/route", names);
    out.queueTypes = rows(facts.view, "/queue/type", names);
    out.queueTrees = rows(facts.view, "/queue/tree", names);
    for (const Line& line : facts.view.interfaces()) {
        out.interfaces.push_back(row(*line.item));
    }
    out.ipSettings = row(facts.view.tree().settings("/ip/settings"));
    out.bridgeSettings = row(facts.view.tree().settings("/interface/bridge/settings"));
    out.connectionTracking = row(facts.view.tree().settings("/ip/firewall/connection/tracking"));
    return out;
}

} // namespace core::doctor
