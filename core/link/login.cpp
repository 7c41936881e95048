#include "core/link/login.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace core::link {

using core::base::Error;
using core::base::ErrorCode;

Error loginError(const Error& failure, const std::string& user, const std::string& peer) {
    constexpr std::array<std::string_view, 3> kWrong{"user name or password", "cannot log in", "login failure"};
    const bool wrong = std::any_of(kWrong.begin(), kWrong.end(),
                                   [&failure](std::string_view text) { return failure.cause.find(text) != std::string::npos; });
    switch (failure.code) {
    case ErrorCode::Refused:
        return wrong ? Error{ErrorCode::LoginFailed, peer + " did not accept the password of user \"" + user + "\".", failure.cause}
                     : Error{ErrorCode::Refused, peer + " refused the login.", failure.cause};
    case ErrorCode::Timeout:
        return {ErrorCode::Timeout,
                peer + " accepted the connection but did not answer the login. Is it the port of the RouterOS API (8728)?",
                {}};
    case ErrorCode::ConnectionLost:
        return {ErrorCode::ConnectionLost,
                peer + " closed the connection during login. Is it the port of the RouterOS API (8728, with TLS 8729), and does /ip "
                       "service allow this address?",
                failure.cause};
    default:
        return failure;
    }
}

} // namespace core::link
