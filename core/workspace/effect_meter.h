// Throughput around a change: the mean of the five seconds before it, and of its seconds two to six. The first two seconds are left out,
// because senders need them to find the new speed. Pure; owned by the router.
#pragma once

#include "core/workspace/history.h"
#include "core/workspace/router_state.h"

#include <optional>

namespace core::workspace {

class EffectMeter {
public:
    void changed(QString title, core::base::Nanos at, const History& history);
    // Call after each sample. True when the effect has become complete with it.
    bool look(const History& history);

    [[nodiscard]] const std::optional<ChangeEffect>& effect() const { return effect_; }

private:
    std::optional<ChangeEffect> effect_;
};

} // namespace core::workspace
