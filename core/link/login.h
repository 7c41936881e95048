// What a router's answer to /login means.
#pragma once

#include "core/base/result.h"

#include <string>

namespace core::link {

// Turns the failure of a login into what the user should read. Wrong user or password becomes LoginFailed; a router that refuses
// for another reason (too many sessions) stays Refused; silence and hanging up suggest that the port is not the API's.
core::base::Error loginError(const core::base::Error& failure, const std::string& user, const std::string& peer);

} // namespace core::link
