#include "core/workspace/qos.h"

#include "core/qos/egress.h"
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

Result<QosLinks> qosLinksOf(const LiveConfig& live, const std::string& board) {
    const auto ready = examineLive(live, board);
    if (!ready) {
        return tl::unexpected(ready.error());
    }
    const core::doctor::Facts facts(ready->patient.config, core::doctor::deviceOf(ready->patient, ready->table), ready->patient.running);
    const core::qos::Ends ends = core::qos::endsOf(facts, {});
    QosLinks out;
    for (const core::qos::Egress& egress : ends.wans) {
        out.wans.push_back({egress.parent, egress.covers});
    }
    for (const core::qos::Egress& egress : ends.lans) {
        out.lans.push_back({egress.parent, egress.covers});
    }
    out.guessed = ends.guessed;
    out.port = ends.down;
    return out;
}

Result<Plan> planQosOfFile(const QosRequest& request) {
    return planned(examineFile(request.file, request.board), {}, request, request.file);
}

Result<Plan> planQosOf(const LiveConfig& live, const QosRequest& request) {
    return planned(examineLive(live, request.board), namesOn(live), request, live.name);
}

} // namespace core::workspace
