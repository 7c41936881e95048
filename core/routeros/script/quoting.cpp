#include "core/routeros/script/quoting.h"

namespace core::routeros::script {

namespace {

// Octets that mean nothing to the console's grammar. '?' asks for help, '$' begins a variable, '=' ends a name;
// brackets, ';', '#' and blanks separate.
bool isBare(char c) {
    const auto u = static_cast<unsigned char>(c);
    if (u <= ' ' || u >= 0x7f) {
        return false;
    }
    return std::string_view("\"\\$?=;#()[]{}~^&|'`").find(c) == std::string_view::npos;
}

void appendEscaped(std::string& out, char c) {
    switch (c) {
    case '"': out += "\\\""; return;
    case '\\': out += "\\\\"; return;
    case '$': out += "\\$"; return;
    case '?': out += "\\?"; return;
    case '\n': out += "\\n"; return;
    case '\r': out += "\\r"; return;
    case '\t': out += "\\t"; return;
    default: break;
    }
    const auto u = static_cast<unsigned char>(c);
    if (u >= ' ' && u < 0x7f) {
        out.push_back(c);
        return;
    }
    constexpr char digits[] = "0123456789ABCDEF";
    out.push_back('\\');
    out.push_back(digits[u >> 4]);
    out.push_back(digits[u & 15]);
}

} // namespace

std::string escape(std::string_view value) {
    std::string out;
    for (const char c : value) {
        appendEscaped(out, c);
    }
    return out;
}

std::string quote(std::string_view value) {
    bool bare = !value.empty();
    for (const char c : value) {
        bare = bare && isBare(c);
    }
    if (bare) {
        return std::string(value);
    }
    return '"' + escape(value) + '"';
}

} // namespace core::routeros::script
