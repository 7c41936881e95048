#include "core/workspace/fix.h"

#include "core/doctor/catalogue.h"
#include "core/fixes/fix.h"
#include "core/workspace/live_config.h"
#include "core/workspace/patients.h"

namespace core::workspace {

using core::base::Result;

namespace {

Result<PlannedFix> planned(const Examination& of, const core::doctor::ItemNames& names, const FixOrder& order, const std::string& name) {
    const auto* entry = core::doctor::findEntry(order.finding);
    if (entry == nullptr || entry->reason) {
        return core::base::fail(core::base::ErrorCode::NotFound, "'" + order.finding + "' is no finding of the doctor; pathscopectl doctor --explain list names them");
    }
    core::fixes::Fix fix = core::fixes::planFix(of.patient, of.table, names, {order.finding, order.fill});
    fix.plan.origin = originOf(of, name);
    PlannedFix out;
    out.plan = std::move(fix.plan);
    for (core::fixes::Blank& blank : fix.blanks) {
        out.blanks.push_back({std::move(blank.name), std::move(blank.meaning)});
    }
    return out;
}

Result<std::vector<FixOffer>> offers(const Result<Examination>& ready) {
    if (!ready) {
        return tl::unexpected(ready.error());
    }
    std::vector<FixOffer> out;
    for (core::model::Finding& finding : core::doctor::diagnose(ready->patient, ready->table, {}).findings) {
        const bool fixable = core::fixes::isFixable(finding);
        out.push_back({std::move(finding), fixable});
    }
    return out;
}

} // namespace

Result<PlannedFix> planFixOfFile(const FixOrder& order) {
    const auto ready = examineFile(order.file, order.board);
    return ready ? planned(*ready, {}, order, order.file) : tl::unexpected(ready.error());
}

Result<PlannedFix> planFixOf(const LiveConfig& live, const FixOrder& order) {
    const auto ready = examineLive(live, order.board);
    return ready ? planned(*ready, namesOn(live), order, live.name) : tl::unexpected(ready.error());
}

Result<PlannedFix> planFixOf(const Examination& of, const LiveConfig* live, const std::string& name, const FixOrder& order) {
    return planned(of, live == nullptr ? core::doctor::ItemNames() : namesOn(*live), order, name);
}

Result<std::vector<FixOffer>> fixesOfFile(const std::string& file, const std::string& board) {
    return offers(examineFile(file, board));
}

Result<std::vector<FixOffer>> fixesOf(const LiveConfig& live, const std::string& board) {
    return offers(examineLive(live, board));
}

bool isFixable(const core::model::Finding& finding) {
    return core::fixes::isFixable(finding);
}

} // namespace core::workspace
