#include "core/workspace/router_explanation.h"

#include "core/workspace/learned_traffic.h"
#include "core/workspace/live_config.h"
#include "core/workspace/router.h"
#include "core/workspace/taken_walks.h"

#include <QCoroTask>

namespace core::workspace {

RouterExplanation::RouterExplanation(Router& router, QObject* parent)
    : Explanation(true, parent)
    , router_(router)
    , costs_(router) {}

void RouterExplanation::read() {
    if (asked_) {
        return;
    }
    asked_ = true;
    beginReading();
    QCoro::connect(router_.readConfig(), this, [this](const core::base::Result<LiveConfig>& live) {
        asked_ = false;
        if (!live) {
            failReading(live.error());
            return;
        }
        explain([live = std::make_shared<const LiveConfig>(*live)]() -> core::base::Result<ConfigInput> {
            ConfigInput input;
            input.config = live->config;
            input.source = live->name;
            input.running = live->running;
            input.live = live;
            return input;
        });
    });
}

std::optional<core::model::LearnedTraffic> RouterExplanation::learnedTraffic() const {
    if (!config()) {
        return std::nullopt;
    }
    if (placesOf_ != config()) {
        placesOf_ = config();
        places_ = trafficPlaces(placesOf_->config());
    }
    return core::workspace::learnedTraffic(router_, places_);
}

void RouterExplanation::walked(int number, const core::model::PathQuestion& question) {
    if (!router_.state().identity.isAgent()) {
        return; // RouterOS has no such command
    }
    wanted_ = Wanted{number, question};
    *newest_ = number;
    if (!asking_) {
        askAgent();
    }
}

void RouterExplanation::askAgent() {
    const Wanted now = *std::exchange(wanted_, std::nullopt);
    asking_ = true;
    FollowHooks hooks;
    hooks.cancelled = [newest = newest_, number = now.number] { return *newest != number; };
    QCoro::connect(router_.trace(now.question, std::move(hooks)), this, [this, number = now.number](const core::base::Result<core::model::TakenWalks>& taken) {
        asking_ = false;
        addTaken(number, taken);
        if (wanted_) {
            askAgent();
        }
    });
}

} // namespace core::workspace
