// Result<T>: a value, or an Error that says what went wrong, where, and what the user can do.
//
//   core::base::Result<int> port = parsePort(text);
//   if (!port) return core::base::fail(port.error().code, "listening on " + text, port.error().text);
//
// No exception crosses a room's edge. Absence of a value that may be absent is std::optional, not an Error.
#pragma once

#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace core::base {

enum class ErrorCode {
    InvalidInput,     // a file, word or argument is malformed; text says where
    NotFound,         // a named thing does not exist
    PermissionDenied, // the operating system or the router refuses
    AddressInUse,     // somebody else holds the port
    Unreachable,      // nobody answers at that address
    ConnectionLost,   // an established conversation ended
    Timeout,
    LoginFailed, // the router did not accept user and password
    Protocol,    // the peer spoke something that is not the RouterOS API
    Refused,     // the router answered with !trap
    Unsupported,
    Io,
    Cancelled,
    Internal,
};

struct Error {
    ErrorCode code = ErrorCode::Internal;
    std::string text;  // one sentence for people: what, where, remedy
    std::string cause; // what a lower layer said; may be empty

    bool operator==(const Error&) const = default;

    // "text (cause)", or only the text when there is no cause.
    [[nodiscard]] std::string describe() const { return cause.empty() ? text : text + " (" + cause + ")"; }
};

template <class T> using Result = tl::expected<T, Error>;

[[nodiscard]] inline tl::unexpected<Error> fail(ErrorCode code, std::string text, std::string cause = {}) {
    return tl::unexpected<Error>(Error{code, std::move(text), std::move(cause)});
}

} // namespace core::base
