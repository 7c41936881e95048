#include "core/workspace/qos.h"

#include "core/qos/qos.h"
#include "core/workspace/live_config.h"
#include "core/workspace/patients.h"

namespace core::workspace {

using core::base::Result;
using core::model::Plan;
using core::doctor::ItemNames;

namespace {

Result<Plan> planned(const Result<Examination>& ready, const ItemNames& names, const QosRequest& request, const std::string& name) {
    if (!ready) {
        return tl::unexpected(ready.error());
    }
    const core::doctor::Patient& patient = ready->patient;
    const core::doctor::Facts facts(patient.config, core::doctor::deviceOf(patient, ready->table), patient.running);
    Plan plan = request.remove ? core::qos::planRemoval(facts, names) : core::qos::planQos(facts, names, request.wishes);
    plan.origin = originOf(*ready, name);
    return plan;
}

} // namespace

Result<Plan> planQosOfFile(const QosRequest& request) {
    return planned(examineFile(request.file, request.board), {}, request, request.file);
}

Result<Plan> planQosOf(const LiveConfig& live, const QosRequest& request) {
    return planned(examineLive(live, request.board), namesOn(live), request, live.name);
}

} // namespace core::workspace
