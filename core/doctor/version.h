// RouterOS versions as exports and routers write them: "7.16.1", "6.45.X", "7.1beta6", "7.19rc1", "7.16 (stable)".
#pragma once

#include <string>
#include <string_view>

namespace core::doctor {

struct Version {
    int major = 7; // an unknown version is taken as a recent 7
    int minor = 99;
    int patch = 0;
    bool known = false;

    [[nodiscard]] bool atLeast(int wantedMajor, int wantedMinor, int wantedPatch = 0) const {
        return major != wantedMajor ? major > wantedMajor : minor != wantedMinor ? minor > wantedMinor : patch >= wantedPatch;
    }
};

// An unknown Version when the text is none.
[[nodiscard]] Version parseVersion(std::string_view text);

} // namespace core::doctor
