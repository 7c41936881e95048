#include "agent/control/commands/safe_mode.h"

namespace agent::control {

namespace config = core::routeros::config;

namespace {

constexpr std::uint32_t kMaxActions = 100;

} // namespace

const SafeMode::Holder* SafeMode::holder() {
    if (holder_ && config_.history().nextNumber() - holder_->historyNumber > kMaxActions) {
        holder_.reset();
    }
    return holder_ ? &*holder_ : nullptr;
}

Outcome<void> SafeMode::take(const Caller& caller, Hijack hijack) {
    if (caller.session == 0) {
        return config::refuse(config::kGeneral, "failure: safe mode needs a session that lasts");
    }
    if (const Holder* other = holder(); other && other->caller.session != caller.session) {
        if (hijack == Hijack::Refuse) {
            return config::refuse(config::kGeneral, "failure: safe mode is taken by " + other->caller.user.name);
        }
        if (hijack == Hijack::Unroll) {
            rollBack();
        }
    } else if (other) {
        return {};
    }
    holder_ = Holder{caller, config_.tree(), config_.history().nextNumber(), config_.nextChange()};
    return {};
}

Outcome<void> SafeMode::release(const Caller& caller) {
    if (!holder() || holder_->caller.session != caller.session) {
        return config::refuse(config::kGeneral, "failure: safe mode is not taken by this session");
    }
    holder_.reset();
    return {};
}

Outcome<void> SafeMode::unroll(const Caller& caller) {
    if (!holder() || holder_->caller.session != caller.session) {
        return config::refuse(config::kGeneral, "failure: safe mode is not taken by this session");
    }
    rollBack();
    return {};
}

bool SafeMode::dropped(SessionId session) {
    if (!holder() || holder_->caller.session != session) {
        return false;
    }
    const bool changed = config_.nextChange() != holder_->changes;
    rollBack();
    return changed;
}

void SafeMode::rollBack() {
    const Holder was = std::move(*holder_);
    holder_.reset();
    config_.restore(was.before, was.historyNumber);
}

} // namespace agent::control
