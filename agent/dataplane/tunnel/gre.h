// GRE (RFC 2784, with the key and sequence fields of RFC 2890) and EoIP, which borrows GRE's protocol number and the place of its header.
//
//   if (const auto eoip = readEoip(payload)) …            // ask this first: an EoIP header is no valid GRE header
//   else if (const auto gre = readGre(payload)) … gre->protocol, payload.subspan(gre->length)
//
// Pure: octets in, fields out. Nothing is read behind the span.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace agent::dataplane {

constexpr std::uint8_t kProtocolIpip = 4; // RFC 2003
constexpr std::uint8_t kProtocolGre = 47;

constexpr std::uint32_t kGreHeader = 4;    // without checksum, key and sequence number: what RouterOS sends
constexpr std::uint32_t kEoipHeader = 8;   // 0x2001 0x6400, length of the frame (big-endian), tunnel id (little-endian)
constexpr std::uint16_t kGreKeepalive = 0; // protocol of the reply to a keepalive

struct GreHeader {
    std::uint16_t protocol = 0; // an EtherType
    std::uint8_t length = 0;    // of the header
};
// Nothing: cut short, another version than 0, routing present, reserved bits 1 to 5 of RFC 2784 set, or a wrong checksum.
[[nodiscard]] std::optional<GreHeader> readGre(std::span<const std::uint8_t> octets);
void writeGre(std::uint8_t* at, std::uint16_t protocol);

struct EoipHeader {
    std::uint16_t frameLength = 0; // 0: keepalive
    std::uint16_t tunnelId = 0;
};
// Nothing: no EoIP, or the frame is longer than what is left.
[[nodiscard]] std::optional<EoipHeader> readEoip(std::span<const std::uint8_t> octets);
void writeEoip(std::uint8_t* at, const EoipHeader& header);

} // namespace agent::dataplane
