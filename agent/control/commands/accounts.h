// Users, their passwords and keys, and who may come in by which door. Users and groups are configuration (/user, /user/group,
// /user/ssh-keys); passwords are stored salted and hashed.
//
//   auto user = context.accounts.login("admin", "secret", "192.0.2.7", "api");
//   if (!user) … user.error().message == "invalid user name or password (6)"
//
// Reasons to refuse: an unknown or disabled user, an empty or wrong password, an address outside the user's, a group without
// the policy of the door, and ten failures from one address within a minute (which are then refused without looking).
// Every failure and every login is noted in the log by the front door, not here. Belongs to the control thread.
#pragma once

#include "agent/control/commands/user.h"
#include "agent/control/commands/wall_clock.h"
#include "agent/control/tree/live_config.h"
#include "core/base/clock.h"
#include "core/base/result.h"

#include <deque>
#include <map>

namespace agent::control {

class Accounts {
public:
    Accounts(LiveConfig& config, const core::base::Clock& clock, const WallClock& wallClock)
        : config_(config)
        , clock_(clock)
        , wallClock_(wallClock) {}

    // Makes the user, or gives it this password and group again. A user without a password cannot log in with one.
    Outcome<void> ensureUser(std::string_view name, std::string_view password, std::string_view group = "full");

    // `via` is the door: "api", "api-ssl", "ssh", "rest-api".
    [[nodiscard]] Outcome<User> login(std::string_view name, std::string_view password, std::string_view address, std::string_view via);
    // For doors that have proof of their own (the API's challenge): everything but the password is checked here.
    [[nodiscard]] Outcome<User> admit(std::string_view name, bool proven, std::string_view address, std::string_view via);
    // The blob of an SSH public key (RFC 4253 6.6) as octets, after its signature has been checked.
    [[nodiscard]] Outcome<User> loginByKey(std::string_view name, std::string_view publicKeyBlob, std::string_view address,
                                           std::string_view via);
    // Whether that key is one of the user's, without counting a failure: SSH asks before it signs.
    [[nodiscard]] bool hasKey(std::string_view name, std::string_view publicKeyBlob) const;

    // The password in the clear, for the API's login before RouterOS 6.43. Known only for users whose password was set since
    // this program started.
    [[nodiscard]] std::optional<std::string> passwordOf(std::string_view name) const;

    // What /user add and set store instead of the password they were given; remembers it for passwordOf() once `name` is known.
    [[nodiscard]] std::string conceal(std::string_view name, std::string_view password);

    // When the user last came in; nothing when it has not since this program started.
    [[nodiscard]] std::optional<std::time_t> lastLogin(std::string_view name) const;

    // The user as its group makes it; nothing when there is none or it is disabled.
    [[nodiscard]] std::optional<User> find(std::string_view name) const;

private:
    [[nodiscard]] bool isBlocked(std::string_view address);
    void noteFailure(std::string_view address);

    LiveConfig& config_;
    const core::base::Clock& clock_;
    const WallClock& wallClock_;
    std::map<std::string, std::string, std::less<>> clear_; // name → password
    std::map<std::string, std::time_t, std::less<>> lastLogins_;
    std::map<std::string, std::deque<core::base::Nanos>, std::less<>> failures_;
};

} // namespace agent::control
