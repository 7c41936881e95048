#include "core/workspace/effect_meter.h"

namespace core::workspace {

using core::base::kSecond;

namespace {
constexpr core::base::Nanos kBefore = 5 * kSecond;
constexpr core::base::Nanos kSettle = 2 * kSecond;
constexpr core::base::Nanos kUntil = 6 * kSecond;
} // namespace

void EffectMeter::changed(QString title, core::base::Nanos at, const History& history) {
    ChangeEffect effect;
    effect.title = std::move(title);
    effect.at = at;
    effect.before = history.meanTotal(at - kBefore, at).value_or(core::base::BitRate{});
    effect_ = std::move(effect);
}

bool EffectMeter::look(const History& history) {
    if (!effect_ || effect_->after || history.samples().empty() || history.samples().back().at < effect_->at + kUntil) {
        return false;
    }
    effect_->after = history.meanTotal(effect_->at + kSettle, effect_->at + kUntil);
    return effect_->after.has_value();
}

} // namespace core::workspace
