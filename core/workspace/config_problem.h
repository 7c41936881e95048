// One thing in a configuration's text that is not as it should be. A value; any thread.
#pragma once

#include <string>

namespace core::workspace {

struct ConfigProblem {
    std::string kind; // "error", "bad-value", "unknown-menu", "unknown-property", "not-applied"
    int line = 0, column = 0;
    std::string menu, property; // may be empty
    std::string text;
    [[nodiscard]] bool isError() const { return kind == "error" || kind == "bad-value"; } // else it is kept, but not judged
};

} // namespace core::workspace
