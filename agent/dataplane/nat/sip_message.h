// What a router's helper does to a SIP message (RFC 3261) and the session description in it (RFC 8866): the address of the translated
// end is written as the other side knows it, and the places media will go to are read.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace agent::dataplane {

struct SipEndpoint {
    std::uint32_t address = 0;
    std::uint16_t port = 0;
};

// Whether this is SIP at all: "METHOD sip:… SIP/2.0" or "SIP/2.0 200 …".
[[nodiscard]] bool isSip(std::string_view message);

// The message with every "address" and "address:port" of `from` replaced by that of `to`; other ports behind the address stay.
// Content-Length follows the body.
[[nodiscard]] std::string replaceEndpoint(std::string_view message, const SipEndpoint& from, const SipEndpoint& to);

// Addresses and ports of the media streams offered or accepted; port 0 (refused) is left out.
[[nodiscard]] std::vector<SipEndpoint> mediaOf(std::string_view message);

} // namespace agent::dataplane
