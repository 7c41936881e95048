#include "agent/control/ssh/channel_terminal.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace agent::control {

namespace {

constexpr std::size_t kInputLimit = 256 << 10;
constexpr std::size_t kOutputLimit = 1 << 20;

} // namespace

void ChannelTerminal::write(std::string_view octets) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return abandoned_ || output_.size() < kOutputLimit; });
    if (abandoned_) {
        return;
    }
    const bool idle = output_.empty();
    output_ += octets;
    lock.unlock();
    if (idle) {
        wake_();
    }
}

Terminal::Input ChannelTerminal::read(std::string& octets, core::base::Nanos patience) {
    std::unique_lock lock(mutex_);
    const auto ready = [this] { return !input_.empty() || abandoned_; };
    if (patience < 0) {
        changed_.wait(lock, [&] { return ready() || ended_; });
    } else {
        changed_.wait_for(lock, std::chrono::nanoseconds(patience), ready);
    }
    if (abandoned_) {
        return Input::Gone;
    }
    if (input_.empty()) {
        return ended_ ? Input::Ended : Input::TimedOut;
    }
    const bool full = input_.size() >= kInputLimit;
    octets += std::exchange(input_, {});
    lock.unlock();
    if (full) {
        wake_();
    }
    return Input::Octets;
}

TerminalSize ChannelTerminal::size() const {
    const std::lock_guard lock(mutex_);
    // Without a terminal lines are as long as they are, whatever the login name says about one.
    return interactive_ ? TerminalSize{login_.columns.value_or(size_.columns), login_.rows.value_or(size_.rows)} : TerminalSize{};
}

bool ChannelTerminal::interactive() const {
    const std::lock_guard lock(mutex_);
    return interactive_;
}

void ChannelTerminal::open(TerminalSize size) {
    const std::lock_guard lock(mutex_);
    interactive_ = true;
    size_ = size;
}

void ChannelTerminal::resize(TerminalSize size) {
    const std::lock_guard lock(mutex_);
    size_ = size;
}

std::size_t ChannelTerminal::room() const {
    const std::lock_guard lock(mutex_);
    return kInputLimit - std::min(kInputLimit, input_.size());
}

void ChannelTerminal::put(std::string_view octets) {
    const std::lock_guard lock(mutex_);
    input_ += octets;
    changed_.notify_all();
}

void ChannelTerminal::endInput() {
    const std::lock_guard lock(mutex_);
    ended_ = true;
    changed_.notify_all();
}

void ChannelTerminal::abandon() {
    const std::lock_guard lock(mutex_);
    abandoned_ = true;
    input_.clear();
    output_.clear();
    changed_.notify_all();
}

std::string ChannelTerminal::peek(std::size_t most) const {
    const std::lock_guard lock(mutex_);
    return output_.substr(0, most);
}

void ChannelTerminal::drop(std::size_t sent) {
    const std::lock_guard lock(mutex_);
    output_.erase(0, sent);
    changed_.notify_all();
}

bool ChannelTerminal::drained() const {
    const std::lock_guard lock(mutex_);
    return output_.empty();
}

} // namespace agent::control
