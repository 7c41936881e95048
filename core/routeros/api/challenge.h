// The login of RouterOS before 6.43: the router answers /login with a challenge, the client proves the password by
// MD5(0x00, password, challenge). Newer routers take the password itself; offer this only when the answer has `ret`.
#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>

namespace core::routeros::api {

// Value for `=response=`: "00" and 32 hex digits. InvalidInput when the challenge is not 32 hex digits.
[[nodiscard]] core::base::Result<std::string> challengeResponse(std::string_view password, std::string_view challengeHex);

} // namespace core::routeros::api
