// PPPoE (RFC 2516) and the control packets of PPP (RFC 1661) as octets: headers, tags, options. Pure; nothing is read behind a span.
//
//   if (const auto header = readPppoe(octets)) …                         // octets: behind the Ethernet header
//   forEachTag(payload, [&](std::uint16_t type, std::span<const std::uint8_t> value) { … });
//   if (const auto control = readControl(payload)) forEachOption(control->body, …);
#pragma once

#include "core/base/endian.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace agent::dataplane::pppoe {

using Octets = std::span<const std::uint8_t>;

constexpr std::uint32_t kHeader = 6;        // version and type, code, session, length
constexpr std::uint32_t kSessionHeader = 8; // … and the PPP protocol
enum Code : std::uint8_t { kSession = 0x00, kPado = 0x07, kPadi = 0x09, kPadr = 0x19, kPads = 0x65, kPadt = 0xa7 };
enum TagType : std::uint16_t {
    kServiceName = 0x0101,
    kAcName = 0x0102,
    kHostUniq = 0x0103,
    kAcCookie = 0x0104,
    kServiceNameError = 0x0201
};
enum Protocol : std::uint16_t { kIpv4 = 0x0021, kIpcp = 0x8021, kLcp = 0xc021, kPap = 0xc023, kChap = 0xc223 };
enum ControlCode : std::uint8_t {
    kRequest = 1,
    kAck = 2,
    kNak = 3,
    kReject = 4,
    kTerminate = 5,
    kTerminateAck = 6,
    kProtocolReject = 8,
    kEchoRequest = 9,
    kEchoReply = 10
};
enum LcpOption : std::uint8_t { kMru = 1, kAuthentication = 3, kMagic = 5 };
enum IpcpOption : std::uint8_t { kAddress = 3 };

struct Header {
    std::uint8_t code = 0;
    std::uint16_t session = 0;
    std::uint16_t length = 0; // behind the header
};
// Nothing: cut short, not version 1 type 1, or longer than what is left.
[[nodiscard]] std::optional<Header> readPppoe(Octets octets);
void writePppoe(std::uint8_t* at, const Header& header);

struct Control {
    std::uint8_t code = 0, identifier = 0;
    Octets body;
};
[[nodiscard]] std::optional<Control> readControl(Octets octets);

// False when the last one was cut short; what came before has been visited.
template <class Visit> bool forEachTag(Octets octets, Visit visit) {
    while (octets.size() >= 4) {
        const std::uint16_t type = core::base::loadBe16(octets.data()), length = core::base::loadBe16(octets.data() + 2);
        if (octets.size() < 4u + length) {
            return false;
        }
        visit(type, octets.subspan(4, length));
        octets = octets.subspan(4u + length);
    }
    return octets.empty();
}
template <class Visit> bool forEachOption(Octets octets, Visit visit) {
    while (octets.size() >= 2) {
        const std::uint8_t length = octets[1];
        if (length < 2 || octets.size() < length) {
            return false;
        }
        visit(octets[0], octets.subspan(2, length - 2u));
        octets = octets.subspan(length);
    }
    return octets.empty();
}

// Builds what follows the Ethernet header. Control packets are rare: this allocates.
class Message {
public:
    Message& octets(Octets more) {
        data_.insert(data_.end(), more.begin(), more.end());
        return *this;
    }
    Message& be16(std::uint16_t v) {
        return octets(std::vector<std::uint8_t>{static_cast<std::uint8_t>(v >> 8), static_cast<std::uint8_t>(v)});
    }
    Message& be32(std::uint32_t v) { return be16(static_cast<std::uint16_t>(v >> 16)).be16(static_cast<std::uint16_t>(v)); }
    Message& tag(std::uint16_t type, Octets value) { return be16(type).be16(static_cast<std::uint16_t>(value.size())).octets(value); }
    Message& option(std::uint8_t type, Octets value) {
        data_.push_back(type);
        data_.push_back(static_cast<std::uint8_t>(value.size() + 2));
        return octets(value);
    }
    [[nodiscard]] Octets view() const { return data_; }

    // A discovery packet with these tags.
    [[nodiscard]] std::vector<std::uint8_t> discovery(std::uint8_t code, std::uint16_t session) const;
    // A control packet of a session with these options or this body.
    [[nodiscard]] std::vector<std::uint8_t> control(std::uint16_t session, std::uint16_t protocol, std::uint8_t code,
                                                    std::uint8_t identifier) const;

private:
    std::vector<std::uint8_t> data_;
};

} // namespace agent::dataplane::pppoe
