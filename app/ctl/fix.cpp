#include "app/ctl/fix.h"

#include <cstdio>
#include <nlohmann/json.hpp>

namespace app::ctl {

using core::base::Result;
using core::model::Severity;
using core::workspace::FixOffer;
using core::workspace::PlannedFix;

namespace {

constexpr int kNothingToFix = 0, kThereAreFixes = 1;

int showList(const std::vector<FixOffer>& offers, bool json) {
    nlohmann::ordered_json out = nlohmann::ordered_json::array();
    int fixable = 0;
    for (const FixOffer& offer : offers) {
        if (offer.finding.severity == Severity::Healthy) {
            continue;
        }
        fixable += offer.fixable ? 1 : 0;
        const std::string severity(core::model::severityId(offer.finding.severity));
        if (json) {
            out.push_back({{"id", offer.finding.id}, {"severity", severity}, {"title", offer.finding.title}, {"fixable", offer.fixable}});
        } else {
            std::printf("%s %-8s  %-42s  %s\n", offer.fixable ? "*" : " ", severity.c_str(), offer.finding.id.c_str(), offer.finding.title.c_str());
        }
    }
    if (json) {
        std::printf("%s\n", out.dump(2).c_str());
    } else {
        std::printf("%s%d %s\n", offers.empty() ? "" : "\n", fixable, fixable == 1 ? "finding can be fixed by a plan (*)." : "findings can be fixed by a plan (*).");
    }
    return fixable == 0 ? kNothingToFix : kThereAreFixes;
}

int list(const Result<std::vector<FixOffer>>& offers, const FixOptions& options) {
    return offers ? showList(*offers, options.output.json) : complainOfPlan(offers.error());
}

} // namespace

int runFix(const FixOptions& options) {
    const bool listing = options.verb == FixOptions::Verb::List;
    if (!options.order.file.empty()) {
        if (listing) {
            return list(core::workspace::fixesOfFile(options.order.file, options.order.board), options);
        }
        const Result<PlannedFix> fix = core::workspace::planFixOfFile(options.order);
        return fix ? showPlan(fix->plan, options.output) : complainOfPlan(fix.error());
    }
    RouterDoor door(options.router);
    const auto live = door.readConfig();
    if (!live) {
        return complainOfPlan(live.error());
    }
    if (listing) {
        return list(core::workspace::fixesOf(*live, options.order.board), options);
    }
    const Result<PlannedFix> fix = core::workspace::planFixOf(*live, options.order);
    if (!fix) {
        return complainOfPlan(fix.error());
    }
    return options.verb == FixOptions::Verb::Plan ? showPlan(fix->plan, options.output) : applyPlan(door, fix->plan, options.terms);
}

} // namespace app::ctl
