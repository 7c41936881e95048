#include "agent/control/commands/session_book.h"

#include <algorithm>

namespace agent::control {

namespace {

constexpr std::size_t kDefaultLimit = 20;

} // namespace

std::optional<SessionId> SessionBook::open(ActiveUser who) {
    const auto limit = limits_.find(who.via);
    const auto taken =
        std::count_if(sessions_.begin(), sessions_.end(), [&](const auto& session) { return session.second.via == who.via; });
    if (static_cast<std::size_t>(taken) >= (limit == limits_.end() ? kDefaultLimit : limit->second)) {
        return std::nullopt;
    }
    sessions_.emplace(++last_, std::move(who));
    return last_;
}

void SessionBook::close(SessionId session) {
    if (sessions_.erase(session) > 0) {
        closed_(session);
    }
}

const ActiveUser* SessionBook::find(SessionId session) const {
    const auto found = sessions_.find(session);
    return found == sessions_.end() ? nullptr : &found->second;
}

} // namespace agent::control
