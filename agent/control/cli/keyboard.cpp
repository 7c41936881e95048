#include "agent/control/cli/keyboard.h"

#include <utility>

namespace agent::control {

using core::base::Nanos;

namespace {

constexpr std::size_t kAheadLimit = 16 << 20; // octets; what is sent further while nobody takes it is lost
constexpr Nanos kForEver = -1;

} // namespace

bool Keyboard::receive(Nanos patience) {
    if (gone_) {
        return false;
    }
    const Terminal::Input input = terminal_.read(ahead_, patience);
    if (ahead_.size() > kAheadLimit) {
        ahead_.resize(kAheadLimit);
    }
    gone_ = input == Terminal::Input::Gone;
    ended_ = ended_ || gone_ || input == Terminal::Input::Ended;
    return input == Terminal::Input::Octets;
}

std::optional<Key> Keyboard::next() {
    for (;;) {
        reader_.feed(std::exchange(ahead_, {}));
        if (auto key = reader_.next()) {
            return key;
        }
        if (!receive(kForEver) && ended_ && ahead_.empty()) {
            return std::nullopt;
        }
    }
}

std::optional<std::string> Keyboard::line() {
    for (;;) {
        const std::size_t end = ahead_.find_first_of("\r\n");
        if (end != std::string::npos) {
            std::string text = ahead_.substr(0, end);
            ahead_.erase(0, ahead_.compare(end, 2, "\r\n") == 0 ? end + 2 : end + 1);
            return text;
        }
        if (!receive(kForEver)) {
            // The last line need not have an end.
            return ahead_.empty() ? std::nullopt : std::optional(std::exchange(ahead_, {}));
        }
    }
}

bool Keyboard::stopRequested(bool alsoQ) {
    receive(0);
    const std::size_t at = ahead_.find_first_of(alsoQ ? "\x03qQ" : "\x03");
    if (at != std::string::npos) {
        ahead_.erase(0, at + 1);
        return true;
    }
    return gone_;
}

void Keyboard::wait(Nanos span) { receive(span); }

} // namespace agent::control
