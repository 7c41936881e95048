// Address files of WinBox (addresses.cdb, winbox.cdb), plain and encrypted. Reads; never writes.
//
// A file is a magic number and records, each with its length in front. A record is "M2", a field count, flags, and fields of tag, marker,
// type and value, all little endian. Known tags: 1 target (and kind of record), 2 user, 3 password, 4 comment, 8 group; others are passed
// over by their type. An encrypted file is 32 octets of salt and the plain file under RC4 with SHA-1(salt, password) as key and the first
// 768 octets of the stream dropped. (Layout after the notes and tests of tikoci/centrs.) Pure; any thread.
#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace core::workspace {

struct WinboxAddress {
    int kind = 0; // 2 MAC address, 5 and 6 IP address, 7 and 8 RoMON
    std::string target, user, password, comment, group;
    bool operator==(const WinboxAddress&) const = default;
};

[[nodiscard]] bool isWinboxFile(std::string_view bytes);
[[nodiscard]] bool isEncryptedWinboxFile(std::string_view bytes);

// InvalidInput: not such a file, cut short, a field of unknown type (its length is not known), or the password is wrong.
[[nodiscard]] core::base::Result<std::vector<WinboxAddress>> readWinboxFile(std::string_view bytes, std::string_view password = {});

} // namespace core::workspace
