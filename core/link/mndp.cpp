#include "core/link/mndp.h"

#include <arpa/inet.h>
#include <array>

namespace core::link {

using core::base::ErrorCode;
using core::base::fail;
using core::base::Result;

namespace {

constexpr std::size_t kHeader = 4;
constexpr std::size_t kFieldHeader = 4;

unsigned octet(std::string_view bytes, std::size_t at) {
    return static_cast<unsigned char>(bytes[at]);
}
unsigned big16(std::string_view bytes, std::size_t at) {
    return octet(bytes, at) << 8 | octet(bytes, at + 1);
}

std::string macText(std::string_view value) {
    constexpr char kDigits[] = "0123456789ABCDEF";
    std::string out;
    for (const char c : value) {
        const auto u = static_cast<unsigned char>(c);
        (out += out.empty() ? "" : ":") += {kDigits[u >> 4], kDigits[u & 15]};
    }
    return out;
}

std::string addressText(int family, std::string_view value) {
    std::array<char, INET6_ADDRSTRLEN> text{};
    return inet_ntop(family, value.data(), text.data(), text.size()) != nullptr ? std::string(text.data()) : std::string();
}

// False: the field has not the length its type asks for.
bool take(MndpAnnouncement& out, unsigned type, std::string_view value) {
    switch (type) {
    case 1:
        out.mac = macText(value);
        return value.size() == 6;
    case 5:
        out.identity = value;
        return true;
    case 7:
        out.version = value;
        return true;
    case 8:
        out.platform = value;
        return true;
    case 10:
        if (value.size() != 4) {
            return false;
        }
        out.uptimeSeconds = octet(value, 0) | octet(value, 1) << 8 | octet(value, 2) << 16 | octet(value, 3) << 24;
        return true;
    case 11:
        out.softwareId = value;
        return true;
    case 12:
        out.board = value;
        return true;
    case 15:
        if (value.size() != 16) {
            return false;
        }
        out.ipv6 = addressText(AF_INET6, value);
        return true;
    case 16:
        out.interface = value;
        return true;
    case 17:
        if (value.size() != 4) {
            return false;
        }
        out.ipv4 = addressText(AF_INET, value);
        return true;
    default:
        return true;
    }
}

} // namespace

Result<MndpAnnouncement> decodeMndp(std::string_view packet) {
    if (packet.size() < kHeader) {
        return fail(ErrorCode::InvalidInput,
                    "The packet has " + std::to_string(packet.size()) + " octets, a discovery packet has at least 4.");
    }
    MndpAnnouncement out;
    out.sequence = static_cast<std::uint16_t>(big16(packet, 2));
    std::size_t at = kHeader;
    while (at < packet.size()) {
        if (packet.size() - at < kFieldHeader) {
            return fail(ErrorCode::InvalidInput, "The packet ends within the field at octet " + std::to_string(at) + ".");
        }
        const unsigned type = big16(packet, at);
        const std::size_t length = big16(packet, at + 2);
        if (packet.size() - at - kFieldHeader < length) {
            return fail(ErrorCode::InvalidInput, "The field at octet " + std::to_string(at) + " is longer than the packet.");
        }
        if (!take(out, type, packet.substr(at + kFieldHeader, length))) {
            return fail(ErrorCode::InvalidInput, "The field of type " + std::to_string(type) + " at octet " + std::to_string(at) + " has " +
                                                     std::to_string(length) + " octets.");
        }
        at += kFieldHeader + length;
    }
    if (out.mac.empty() && out.identity.empty()) {
        return fail(ErrorCode::InvalidInput, "The packet does not tell who sent it.");
    }
    return out;
}

std::string mndpRefresh() {
    return std::string(4, '\0');
}

} // namespace core::link
