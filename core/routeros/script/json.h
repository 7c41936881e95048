// Values as JSON (RFC 8259), as :serialize to=json writes them. Pure; any thread.
#pragma once

#include "core/routeros/script/value.h"

#include <string>

namespace core::routeros::script {

struct JsonOptions {
    bool pretty = false;      // json.pretty: one element per line, indented by four blanks
    bool keepStrings = false; // json.no-string-conversion: text that looks like a number stays text
};

// Arrays with keys become objects (their other elements get their position as key), all others lists; absent values null;
// addresses, times and ids text. Octets that are not UTF-8 are taken as Latin-1, so the result always is UTF-8.
[[nodiscard]] std::string toJson(const Value& value, const JsonOptions& options = {});

} // namespace core::routeros::script
