#include "agent/dataplane/nat/ftp_announcement.h"

#include "agent/dataplane/nat/dotted_address.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>

namespace agent::dataplane {

namespace {

bool startsWithWord(std::string_view line, std::string_view word) {
    return line.size() > word.size() && std::equal(word.begin(), word.end(), line.begin(), [](char a, char b) {
        return a == static_cast<char>(std::toupper(static_cast<unsigned char>(b)));
    });
}

// "10,0,0,2,4,1": six octets; how many characters they take.
std::optional<std::size_t> readSix(std::string_view text, std::array<std::uint8_t, 6>& into) {
    const char* at = text.data();
    const char* const end = at + text.size();
    for (std::size_t i = 0; i < into.size(); ++i) {
        const auto [next, error] = std::from_chars(at, end, into[i]);
        if (error != std::errc{} || (i + 1 < into.size() && (next == end || *next != ','))) {
            return std::nullopt;
        }
        at = next + (i + 1 < into.size() ? 1 : 0);
    }
    return static_cast<std::size_t>(at - text.data());
}

std::optional<FtpAnnouncement> sixOctets(FtpForm form, std::string_view line, std::size_t at) {
    std::array<std::uint8_t, 6> o{};
    const auto length = readSix(line.substr(at), o);
    if (!length) {
        return std::nullopt;
    }
    FtpAnnouncement a{form, 0, 0, at, *length};
    a.address = std::uint32_t{o[0]} << 24 | std::uint32_t{o[1]} << 16 | std::uint32_t{o[2]} << 8 | o[3];
    a.port = static_cast<std::uint16_t>(o[4] << 8 | o[5]);
    return a.port == 0 ? std::nullopt : std::optional(a);
}

// "|1|10.0.0.2|1025|" and "|||1025|"; any printable delimiter.
std::optional<FtpAnnouncement> extended(FtpForm form, std::string_view line, std::size_t at) {
    if (at >= line.size() || line[at] < 33 || line[at] > 126 || std::isdigit(static_cast<unsigned char>(line[at])) != 0) {
        return std::nullopt;
    }
    const char delimiter = line[at];
    std::array<std::string_view, 3> fields;
    std::size_t begin = at + 1;
    for (std::string_view& field : fields) {
        const std::size_t end = line.find(delimiter, begin);
        if (end == std::string_view::npos) {
            return std::nullopt;
        }
        field = line.substr(begin, end - begin);
        begin = end + 1;
    }
    FtpAnnouncement a{form, 0, 0, at, begin - at};
    const auto [next, error] = std::from_chars(fields[2].data(), fields[2].data() + fields[2].size(), a.port);
    const bool port = error == std::errc{} && next == fields[2].data() + fields[2].size() && a.port != 0;
    if (form == FtpForm::Epsv) {
        return port && fields[0].empty() && fields[1].empty() ? std::optional(a) : std::nullopt;
    }
    const auto address = parseDotted(fields[1]);
    a.address = address.value_or(0);
    return port && address && fields[0] == "1" ? std::optional(a) : std::nullopt;
}

} // namespace

std::optional<FtpAnnouncement> ftpAnnouncement(std::string_view text, bool fromClient) {
    const std::size_t end = text.find_first_of("\r\n");
    if (end == std::string_view::npos) {
        return std::nullopt;
    }
    const std::string_view line = text.substr(0, end);
    if (fromClient) {
        return startsWithWord(line, "PORT ")   ? sixOctets(FtpForm::Port, line, 5)
               : startsWithWord(line, "EPRT ") ? extended(FtpForm::Eprt, line, 5)
                                               : std::nullopt;
    }
    const bool extendedForm = line.starts_with("229 ");
    if (!extendedForm && !line.starts_with("227 ")) {
        return std::nullopt;
    }
    const std::size_t open = line.find('(');
    if (extendedForm) {
        return open == std::string_view::npos ? std::nullopt : extended(FtpForm::Epsv, line, open + 1);
    }
    const std::size_t digits = open == std::string_view::npos ? line.find_first_of("0123456789", 4) : open + 1; // some leave them out
    return digits == std::string_view::npos ? std::nullopt : sixOctets(FtpForm::Pasv, line, digits);
}

std::string ftpText(FtpForm form, std::uint32_t address, std::uint16_t port) {
    const auto octets = [address](char separator) {
        return std::to_string(address >> 24) + separator + std::to_string(address >> 16 & 255) + separator +
               std::to_string(address >> 8 & 255) + separator + std::to_string(address & 255);
    };
    switch (form) {
    case FtpForm::Port:
    case FtpForm::Pasv: return octets(',') + ',' + std::to_string(port >> 8) + ',' + std::to_string(port & 255);
    case FtpForm::Eprt: return "|1|" + octets('.') + '|' + std::to_string(port) + '|';
    case FtpForm::Epsv: return "|||" + std::to_string(port) + '|';
    }
    return {};
}

} // namespace agent::dataplane
