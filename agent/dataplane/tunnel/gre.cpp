#include "agent/dataplane/tunnel/gre.h"

#include "agent/dataplane/parse/checksum.h"
#include "core/base/endian.h"

namespace agent::dataplane {

using core::base::loadBe16;
using core::base::storeBe16;

namespace {

constexpr std::uint16_t kChecksumPresent = 0x8000, kRoutingPresent = 0x4000, kKeyPresent = 0x2000, kSequencePresent = 0x1000;
constexpr std::uint16_t kMustBeZero = 0x0c00 | kRoutingPresent; // RFC 2784 section 2.3: discarded by who does not implement RFC 1701
constexpr std::uint16_t kVersion = 0x0007;

constexpr std::uint32_t kEoipMagic = 0x2001'6400;

} // namespace

std::optional<GreHeader> readGre(std::span<const std::uint8_t> octets) {
    if (octets.size() < kGreHeader) {
        return std::nullopt;
    }
    const std::uint16_t flags = loadBe16(octets.data());
    if ((flags & (kMustBeZero | kVersion)) != 0) {
        return std::nullopt;
    }
    std::uint32_t length = kGreHeader;
    for (const std::uint16_t field : {kChecksumPresent, kKeyPresent, kSequencePresent}) {
        length += (flags & field) != 0 ? 4u : 0u;
    }
    if (octets.size() < length || ((flags & kChecksumPresent) != 0 && onesSum(octets.data(), octets.size()) != 0xffff)) {
        return std::nullopt;
    }
    return GreHeader{loadBe16(octets.data() + 2), static_cast<std::uint8_t>(length)};
}

void writeGre(std::uint8_t* at, std::uint16_t protocol) {
    storeBe16(at, 0);
    storeBe16(at + 2, protocol);
}

std::optional<EoipHeader> readEoip(std::span<const std::uint8_t> octets) {
    if (octets.size() < kEoipHeader || core::base::loadBe32(octets.data()) != kEoipMagic) {
        return std::nullopt;
    }
    const EoipHeader header{loadBe16(octets.data() + 4), static_cast<std::uint16_t>(octets[6] | octets[7] << 8)};
    return header.frameLength <= octets.size() - kEoipHeader ? std::optional(header) : std::nullopt;
}

void writeEoip(std::uint8_t* at, const EoipHeader& header) {
    core::base::storeBe32(at, kEoipMagic);
    storeBe16(at + 4, header.frameLength);
    at[6] = static_cast<std::uint8_t>(header.tunnelId);
    at[7] = static_cast<std::uint8_t>(header.tunnelId >> 8);
}

} // namespace agent::dataplane
