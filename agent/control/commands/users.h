// /user add, set, disable, remove and /user/ssh-keys import: like any other menu, but passwords are hashed before they are stored, and
// the last user who may manage users cannot be taken away.
#pragma once

#include "agent/control/commands/answer.h"
#include "agent/control/commands/context.h"

namespace agent::control {

// The request with the password in the form it is stored in. For whoever writes users without these commands.
[[nodiscard]] Outcome<core::model::Request> withStoredPassword(Context& context, const core::model::Request& request);

[[nodiscard]] Outcome<Answer> addUser(Context& context, const Caller& caller, const core::model::Request& request);
[[nodiscard]] Outcome<Answer> setUser(Context& context, const Caller& caller, const core::model::Request& request);
[[nodiscard]] Outcome<Answer> removeUser(Context& context, const Caller& caller, const core::model::Request& request);

// /password old-password= new-password= confirm-new-password=: the caller's own.
[[nodiscard]] Outcome<Answer> changePassword(Context& context, const Caller& caller, const core::model::Request& request);

// user=NAME public-key-file=FILE: every key of an authorized_keys file in /file.
[[nodiscard]] Outcome<Answer> importKey(Context& context, const Caller& caller, const core::model::Request& request);

} // namespace agent::control
