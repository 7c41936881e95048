#include "core/link/cli_item.h"

#include <algorithm>
#include <cctype>

namespace core::link {
namespace {

constexpr std::string_view kFlags = "Flags:";

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && text.front() == ' ') {
        text.remove_prefix(1);
    }
    while (!text.empty() && text.back() == ' ') {
        text.remove_suffix(1);
    }
    return text;
}

// "D - dynamic"
std::optional<CliFlag> readFlag(std::string_view part) {
    part = trimmed(part);
    if (part.size() < 5 || part.substr(1, 3) != " - ") {
        return std::nullopt;
    }
    CliFlag flag{part[0], std::string(part.substr(4))};
    for (char& c : flag.name) {
        c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
    return flag;
}

} // namespace

bool readFlags(std::string_view line, std::vector<CliFlag>& flags) {
    const bool first = line.starts_with(kFlags);
    if (!first && flags.empty()) {
        return false;
    }
    std::string_view rest = first ? line.substr(kFlags.size()) : line;
    std::vector<CliFlag> found;
    while (!rest.empty()) {
        const std::size_t end = rest.find_first_of(",;");
        const std::string_view part = trimmed(rest.substr(0, end));
        if (!part.empty()) {
            std::optional<CliFlag> flag = readFlag(part);
            if (!flag && !first) {
                return false;
            }
            if (flag) {
                found.push_back(std::move(*flag));
            }
        }
        rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    }
    flags.insert(flags.end(), found.begin(), found.end());
    return first || !found.empty();
}

void flagsToProperties(CliItem& item, const std::vector<CliFlag>& flags) {
    for (const CliFlag& flag : flags) {
        if (!item.row.get(flag.name)) {
            item.row.set(flag.name, item.flags.find(flag.letter) != std::string::npos ? "true" : "false");
        }
    }
}

} // namespace core::link
