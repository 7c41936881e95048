#include "core/workspace/qos.h"

#include "core/base/resources.h"
#include "core/doctor/diagnose.h"
#include "core/qos/qos.h"
#include "core/workspace/boards.h"
#include "core/workspace/live_config.h"

namespace core::workspace {

using core::base::Result;
using core::model::Plan;
using core::qos::ItemNames;

namespace {

Result<Plan> planned(const core::doctor::Patient& patient, const ItemNames& names, const QosRequest& request, const std::string& name) {
    const auto table = boardsWith(request.board);
    if (!table) {
        return tl::unexpected(table.error());
    }
    const core::devices::Device* device = core::doctor::deviceOf(patient, *table);
    const core::doctor::Facts facts(patient.config, device, patient.running);
    Plan plan = request.remove ? core::qos::planRemoval(facts, names) : core::qos::planQos(facts, names, request.wishes);
    plan.origin.name = name;
    plan.origin.board = device == nullptr ? std::string() : device->model;
    plan.origin.version = patient.config.header.version.value_or("");
    plan.origin.live = names.ofRouter;
    return plan;
}

} // namespace

Result<Plan> planQosOfFile(const QosRequest& request) {
    const auto text = core::base::readFile(request.file);
    if (!text) {
        return tl::unexpected(text.error());
    }
    core::doctor::Patient patient;
    patient.config = core::routeros::config::loadConfig(*text);
    patient.board = request.board;
    if (const auto held = mustHoldCommands(patient.config, request.file); !held) {
        return tl::unexpected(held.error());
    }
    return planned(patient, {}, request, request.file);
}

Result<Plan> planQosOf(const LiveConfig& live, const QosRequest& request) {
    core::doctor::Patient patient;
    patient.config = live.config;
    patient.running = live.running;
    patient.live = true;
    patient.board = request.board;
    ItemNames names;
    names.ofRouter = true;
    for (const auto& [menuAndId, item] : live.byRouterId) {
        names.ids[item] = menuAndId.substr(menuAndId.find('*'));
    }
    return planned(patient, names, request, live.name);
}

} // namespace core::workspace
