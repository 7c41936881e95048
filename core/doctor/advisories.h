// Published vulnerabilities of RouterOS's management services, from resources/devices/advisories.txt. Loaded once; any thread.
#pragma once

#include "core/doctor/version.h"

#include <vector>

namespace core::doctor {

struct Advisory {
    std::string id;      // "CVE-2018-14847"
    std::string service; // "winbox"
    Version fixed;       // first release without it
    std::string what;
};

// Empty when the file cannot be read.
[[nodiscard]] const std::vector<Advisory>& advisories();

} // namespace core::doctor
