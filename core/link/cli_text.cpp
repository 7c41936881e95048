#include "core/link/cli_text.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace core::link {
namespace {

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

// ESC [ parameters intermediates final (ECMA-48 5.4); other escapes are two octets. Backspaces and bells go too.
std::string withoutControls(std::string_view line) {
    std::string out;
    out.reserve(line.size());
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        if (c == '\x1b') {
            if (i + 1 < line.size() && line[i + 1] == '[') {
                i += 2;
                while (i < line.size() && line[i] >= 0x20 && line[i] <= 0x3f) {
                    ++i;
                }
            } else {
                ++i;
            }
        } else if (c != '\b' && c != '\a') {
            out += c;
        }
    }
    return out;
}

// "17:20:06 echo: topics text", with a date in front in some versions.
bool isEchoedLog(std::string_view line) {
    const std::size_t echo = line.find(" echo: ");
    if (echo == std::string_view::npos || echo < 8 || echo > 24) {
        return false;
    }
    const std::string_view time = line.substr(echo - 8, 8);
    for (std::size_t i = 0; i < time.size(); ++i) {
        if (i % 3 == 2 ? time[i] != ':' : !isDigit(time[i])) {
            return false;
        }
    }
    return std::all_of(line.begin(), line.begin() + static_cast<std::ptrdiff_t>(echo - 8),
                       [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == ' ' || c == '-' || c == '/'; });
}

} // namespace

std::vector<std::string> cliLines(std::string_view output) {
    std::vector<std::string> lines;
    while (!output.empty()) {
        const std::size_t end = output.find('\n');
        std::string_view line = output.substr(0, end);
        output.remove_prefix(end == std::string_view::npos ? output.size() : end + 1);
        while (!line.empty() && line.back() == '\r') {
            line.remove_suffix(1);
        }
        if (const std::size_t overwritten = line.rfind('\r'); overwritten != std::string_view::npos) {
            line.remove_prefix(overwritten + 1);
        }
        std::string clean = withoutControls(line);
        if (!isEchoedLog(clean)) {
            lines.push_back(std::move(clean));
        }
    }
    return lines;
}

std::size_t propertyNameAt(std::string_view text, std::size_t at) {
    std::size_t end = at;
    while (end < text.size() && ((text[end] >= 'a' && text[end] <= 'z') || isDigit(text[end]) || text[end] == '-' || text[end] == '.')) {
        ++end;
    }
    return end > at && end < text.size() && text[end] == '=' && text[at] != '-' ? end - at : 0;
}

std::optional<std::string> cliComplaint(std::string_view output) {
    constexpr std::array<std::string_view, 21> kBeginnings{
        "bad command name", "bad parameter", "no such command", "no such item",  "no such",         "expected ",   "syntax error",
        "input does not ",  "invalid value", "invalid ",        "failure:",      "ambiguous value", "value of ",   "missing ",
        "not enough permi", "not permitted", "action ",         "already have ", "cannot ",         "interrupted", "error: "};
    const std::vector<std::string> lines = cliLines(output);
    const auto first =
        std::find_if(lines.begin(), lines.end(), [](const std::string& line) { return line.find_first_not_of(' ') != std::string::npos; });
    if (first == lines.end()) {
        return std::nullopt;
    }
    const std::string_view line = std::string_view(*first).substr(first->find_first_not_of(' '));
    const bool complains =
        std::any_of(kBeginnings.begin(), kBeginnings.end(), [line](std::string_view text) { return line.starts_with(text); });
    return complains && line.find('=') == std::string_view::npos ? std::optional<std::string>(line) : std::nullopt;
}

bool isSyntaxComplaint(std::string_view complaint) {
    constexpr std::array<std::string_view, 4> kBeginnings{"expected ", "syntax error", "bad parameter", "invalid value for argument"};
    return std::any_of(kBeginnings.begin(), kBeginnings.end(), [complaint](std::string_view text) { return complaint.starts_with(text); });
}

} // namespace core::link
