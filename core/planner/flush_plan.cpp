#include "core/planner/flush_plan.h"

#include "core/planner/steps.h"

namespace core::planner {

using core::model::Attribute;
using core::model::Plan;
using core::model::PlanStep;

namespace {

PlanStep dropStep(const std::vector<Attribute>& wanted) {
    PlanStep step;
    step.command = onFound("/ip/firewall/connection", "remove", wanted);
    step.commandLine = commandLine(step.command);
    step.inverseLine = "# nothing to send: a connection comes back with its next packet";
    step.risks = {core::model::Risk::DropsConnections};
    step.why = "A connection keeps its FastTrack mark until it ends; without its entry it is looked at afresh.";
    return step;
}

} // namespace

Plan flushFastTracked(const std::vector<ConnectionEnds>& chosen) {
    Plan plan;
    plan.id = "flush-fasttracked";
    plan.title = "Flush FastTracked connections";
    plan.expectation = "Their next packets take the path the configuration has for them now.";
    if (chosen.empty()) {
        plan.steps.push_back(dropStep({{"fasttrack", "yes"}}));
    }
    for (const ConnectionEnds& ends : chosen) {
        std::vector<Attribute> wanted{{"fasttrack", "yes"}, {"protocol", ends.protocol}, {"src-address", ends.source}, {"dst-address", ends.destination}};
        if (!ends.sourcePort.empty()) {
            wanted.push_back({"src-port", ends.sourcePort});
            wanted.push_back({"dst-port", ends.destinationPort});
        }
        plan.steps.push_back(dropStep(wanted));
    }
    return plan;
}

} // namespace core::planner
