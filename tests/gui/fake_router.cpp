#include "fake_router.h"

namespace testing {

QCoro::Task<core::base::Result<core::model::Plan>> FakeRouter::planQos(core::workspace::QosRequest request, bool) {
    qosAsked.push_back(request);
    co_return qosAnswer ? qosAnswer(request) : core::base::Result<core::model::Plan>(core::model::Plan());
}

QCoro::Task<core::base::Result<core::workspace::QosLinks>> FakeRouter::qosLinks() {
    auto copy = links; // QCoro takes what is returned to itself
    co_return copy;
}

QCoro::Task<core::base::Result<core::model::Plan>> FakeRouter::plan(core::workspace::Tuning tuning) {
    plansAsked.push_back(tuning);
    co_return planAnswer;
}

QCoro::Task<core::base::Result<core::model::ChangeRecord>> FakeRouter::apply(core::model::Plan plan, core::workspace::ChangeTerms terms) {
    termsGiven.push_back(std::move(terms));
    applied.push_back(std::move(plan));
    co_return applyAnswer;
}

QCoro::Task<core::base::Result<core::workspace::FastTracked>> FakeRouter::fastTracked() {
    auto copy = fastTrackedAnswer; // QCoro takes what is returned to itself
    co_return copy;
}

QCoro::Task<core::base::Result<void>> FakeRouter::undo() {
    ++undone;
    co_return core::base::Result<void>{};
}

QCoro::Task<core::base::Result<core::model::ChangeOutcome>> FakeRouter::keepChange() {
    ++kept;
    co_return core::model::ChangeOutcome::Kept;
}

QCoro::Task<core::base::Result<core::model::ChangeOutcome>> FakeRouter::rollBackChange() {
    ++rolledBack;
    co_return core::model::ChangeOutcome::RolledBack;
}

QCoro::Task<core::base::Result<core::model::Plan>> FakeRouter::planUndo(qint64 number) {
    undoPlansAsked.push_back(number);
    co_return planAnswer;
}

core::model::Plan fastTrackPlan() {
    core::model::Plan plan;
    plan.id = "add-fasttrack";
    plan.title = "Add FastTrack";
    plan.expectation = "Established connections move from the slow path to FastTrack; throughput rises until a link or a core is full.";
    core::model::PlanStep rule;
    rule.commandLine =
        "/ip firewall filter add chain=forward action=fasttrack-connection connection-state=established,related hw-offload=yes "
        "comment=\"pathscope: fasttrack\" place-before=*3";
    rule.inverseLine = "/ip firewall filter remove [find comment=\"pathscope: fasttrack\"]";
    rule.why = "Marks established connections; their next packets take FastTrack.";
    core::model::PlanStep accept = rule;
    accept.commandLine = "/ip firewall filter add chain=forward action=accept connection-state=established,related place-before=*3";
    accept.inverseLine = "/ip firewall filter remove *9";
    accept.why = "Accepts the packets that are not fasttracked.";
    plan.steps = {rule, accept};
    return plan;
}

} // namespace testing
