#include "core/fixes/blanks.h"

#include "core/routeros/script/quoting.h"

#include <algorithm>

namespace core::fixes {
namespace {

bool isBlank(std::string_view value) {
    const bool capitals = std::all_of(value.begin(), value.end(), [](char c) { return (c >= 'A' && c <= 'Z') || c == '-'; });
    return value.size() >= 4 && capitals && value.front() != '-' && value.back() != '-';
}

// Calls visit(from, length) for each value behind '=', up to the blank or bracket that ends it. Quoted ones are skipped.
template <class Visit> void forEachValue(std::string_view command, Visit visit) {
    bool quoted = false;
    for (std::size_t at = 0; at < command.size(); ++at) {
        if (command[at] == '\\') {
            ++at;
        } else if (command[at] == '"') {
            quoted = !quoted;
        } else if (command[at] == '=' && !quoted) {
            const std::size_t end = std::min(command.find_first_of(" ]", at), command.size());
            visit(at + 1, end - at - 1);
        }
    }
}

} // namespace

std::vector<std::string> blanksOf(std::string_view command) {
    std::vector<std::string> out;
    forEachValue(command, [&](std::size_t from, std::size_t length) {
        const std::string_view value = command.substr(from, length);
        if (isBlank(value) && std::find(out.begin(), out.end(), value) == out.end()) {
            out.emplace_back(value);
        }
    });
    return out;
}

std::string filled(std::string_view command, const Fill& fill) {
    std::string out;
    std::size_t done = 0;
    forEachValue(command, [&](std::size_t from, std::size_t length) {
        const auto given = fill.find(command.substr(from, length));
        if (given != fill.end() && isBlank(given->first)) {
            out.append(command, done, from - done);
            out += core::routeros::script::quote(given->second);
            done = from + length;
        }
    });
    out.append(command, done);
    return out;
}

} // namespace core::fixes
