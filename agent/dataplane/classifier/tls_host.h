// The server name a TLS client asks for (RFC 8446 section 4.1.2, RFC 6066 section 3), and GLOB patterns for it.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace agent::dataplane {

// Empty when the octets are no ClientHello, it has no name, or it goes on in another segment before the name.
[[nodiscard]] std::string_view tlsServerName(std::span<const std::uint8_t> tcpPayload);

// "*" any octets, "?" one of them, "[a-c]" one of a set, "[!a]" none of it; letters of either case alike.
[[nodiscard]] bool globMatches(std::string_view pattern, std::string_view text);

} // namespace agent::dataplane
