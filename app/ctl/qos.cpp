#include "app/ctl/qos.h"

#include "app/ctl/apply.h"

#include <cstdio>

namespace app::ctl {

using core::base::Result;
using core::model::Plan;

int runQos(const QosOptions& options) {
    if (!options.request.file.empty()) {
        const Result<Plan> plan = core::workspace::planQosOfFile(options.request);
        return plan ? showPlan(*plan, options.output) : complainOfPlan(plan.error());
    }
    RouterDoor door(options.router);
    const auto live = door.readConfig();
    if (!live) {
        return complainOfPlan(live.error());
    }
    const Result<Plan> plan = core::workspace::planQosOf(*live, options.request);
    if (!plan) {
        return complainOfPlan(plan.error());
    }
    if (options.verb == QosOptions::Verb::Plan) {
        return showPlan(*plan, options.output);
    }
    for (const std::string& alternative : plan->alternatives) {
        std::fprintf(stderr, "  instead: %s\n", alternative.c_str());
    }
    return applyPlan(door, *plan, options.terms);
}

} // namespace app::ctl
