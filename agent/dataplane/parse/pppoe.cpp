#include "agent/dataplane/parse/pppoe.h"

namespace agent::dataplane::pppoe {

using core::base::loadBe16;
using core::base::storeBe16;

namespace {
constexpr std::uint8_t kVersionAndType = 0x11;
constexpr std::uint32_t kControlHeader = 4; // RFC 1661 section 5: code, identifier, length
} // namespace

std::optional<Header> readPppoe(Octets octets) {
    if (octets.size() < kHeader || octets[0] != kVersionAndType) {
        return std::nullopt;
    }
    const Header header{octets[1], loadBe16(octets.data() + 2), loadBe16(octets.data() + 4)};
    return header.length <= octets.size() - kHeader ? std::optional(header) : std::nullopt;
}

void writePppoe(std::uint8_t* at, const Header& header) {
    at[0] = kVersionAndType;
    at[1] = header.code;
    storeBe16(at + 2, header.session);
    storeBe16(at + 4, header.length);
}

std::optional<Control> readControl(Octets octets) {
    if (octets.size() < kControlHeader) {
        return std::nullopt;
    }
    const std::uint16_t length = loadBe16(octets.data() + 2);
    if (length < kControlHeader || length > octets.size()) {
        return std::nullopt;
    }
    return Control{octets[0], octets[1], octets.subspan(kControlHeader, length - kControlHeader)};
}

std::vector<std::uint8_t> Message::discovery(std::uint8_t code, std::uint16_t session) const {
    std::vector<std::uint8_t> out(kHeader);
    writePppoe(out.data(), {code, session, static_cast<std::uint16_t>(data_.size())});
    out.insert(out.end(), data_.begin(), data_.end());
    return out;
}

std::vector<std::uint8_t> Message::control(std::uint16_t session, std::uint16_t protocol, std::uint8_t code,
                                           std::uint8_t identifier) const {
    const auto length = static_cast<std::uint16_t>(kControlHeader + data_.size());
    std::vector<std::uint8_t> out(kSessionHeader + kControlHeader);
    writePppoe(out.data(), {kSession, session, static_cast<std::uint16_t>(length + 2)});
    storeBe16(&out[6], protocol);
    out[8] = code;
    out[9] = identifier;
    storeBe16(&out[10], length);
    out.insert(out.end(), data_.begin(), data_.end());
    return out;
}

} // namespace agent::dataplane::pppoe
