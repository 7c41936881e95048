#include "core/workspace/router_explanation.h"

#include "core/workspace/live_config.h"
#include "core/workspace/router.h"

#include <QCoroTask>

namespace core::workspace {

RouterExplanation::RouterExplanation(Router& router, QObject* parent)
    : Explanation(true, parent)
    , router_(router) {}

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

} // namespace core::workspace
