// Who is logged in. Each front door opens a session after a login and closes it when the connection ends, whatever ended it.
//
//   if (const auto session = context.sessions.open({"admin", "192.0.2.7", "api", "full", now})) … Caller{user, *session}
//   context.sessions.close(*session);
//
// Closing gives safe mode up if the session held it: what was changed meanwhile is rolled back.
#pragma once

#include "agent/control/commands/caller.h"

#include <functional>
#include <map>
#include <optional>

namespace agent::control {

class SessionBook {
public:
    explicit SessionBook(std::function<void(SessionId)> closed) : closed_(std::move(closed)) {}
    SessionBook(const SessionBook&) = delete;
    SessionBook& operator=(const SessionBook&) = delete;

    // Nothing when this door's sessions are all taken.
    [[nodiscard]] std::optional<SessionId> open(ActiveUser who);
    void close(SessionId session);

    // Sessions a door takes at once; 20 as in /ip/service unless said otherwise.
    void setLimit(std::string_view via, std::size_t sessions) { limits_[std::string(via)] = sessions; }

    // In the order they were opened.
    [[nodiscard]] const std::map<SessionId, ActiveUser>& sessions() const { return sessions_; }
    // Null when there is no such session.
    [[nodiscard]] const ActiveUser* find(SessionId session) const;

private:
    std::function<void(SessionId)> closed_;
    std::map<SessionId, ActiveUser> sessions_;
    std::map<std::string, std::size_t, std::less<>> limits_;
    SessionId last_ = 0;
};

} // namespace agent::control
