// The comment lines an export begins with.
//
//   # jan/14/2020 19:03:44 by RouterOS 6.45.7        # 2024-10-29 15:32:23 by RouterOS 7.16.1
//   # software id = AAAA-BBBB    # model = RB760iGS    # serial number = 123
//
// Any of them may be missing, empty or edited: absent is not empty. Pure; any thread.
#pragma once

#include "core/routeros/script/program.h"

#include <optional>
#include <string>

namespace core::routeros::script {

struct ExportHeader {
    std::optional<std::string> exportedAt; // as written: "jan/14/2020 19:03:44", "sep/ 2/2020  3: 9:38"
    std::optional<std::string> version;    // "7.16.1", "6.45.X", "7.1beta6"
    std::optional<std::string> softwareId;
    std::optional<std::string> model;
    std::optional<std::string> serialNumber;
};

// Read from the comments in front of the first command.
[[nodiscard]] ExportHeader exportHeader(const Program& program);

} // namespace core::routeros::script
