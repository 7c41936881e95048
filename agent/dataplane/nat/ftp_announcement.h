// Where an FTP control line says a data connection will go: PORT and EPRT of a client, the answers 227 and 229 of a server (RFC 959
// section 4.1.2, RFC 2428).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace agent::dataplane {

enum class FtpForm : std::uint8_t { Port, Eprt, Pasv, Epsv };

struct FtpAnnouncement {
    FtpForm form = FtpForm::Port;
    std::uint32_t address = 0; // 0: the sender's own (229)
    std::uint16_t port = 0;
    std::size_t at = 0, length = 0; // of what says so, in the line
};

// Nothing when the text has no whole line (ending with CR or LF) that announces one.
[[nodiscard]] std::optional<FtpAnnouncement> ftpAnnouncement(std::string_view text, bool fromClient);
// What to write in its place.
[[nodiscard]] std::string ftpText(FtpForm form, std::uint32_t address, std::uint16_t port);

} // namespace agent::dataplane
