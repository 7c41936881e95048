#include "core/link/cli_block.h"

#include "core/link/cli_text.h"

#include <algorithm>
#include <string>

namespace core::link {
namespace {

struct Entry {
    std::string name;
    std::string value;
};

std::string_view trimmed(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(" \t");
    if (begin == std::string_view::npos) {
        return {};
    }
    return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

// "name: value"; the name is RouterOS's: lower case, digits, hyphens, dots.
bool readEntry(std::string_view text, Entry& entry) {
    const std::size_t colon = text.find(':');
    if (colon == 0 || colon == std::string_view::npos || (colon + 1 < text.size() && text[colon + 1] != ' ')) {
        return false;
    }
    const std::string_view name = text.substr(0, colon);
    if (name[0] < 'a' || name[0] > 'z' || !std::all_of(name.begin(), name.end(), [](char c) {
            return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.';
        })) {
        return false;
    }
    entry = {std::string(name), std::string(trimmed(text.substr(colon + 1)))};
    return true;
}

std::vector<std::string> wordsOf(std::string_view text) {
    std::vector<std::string> words;
    while (!(text = trimmed(text)).empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        words.emplace_back(text.substr(0, end));
        text.remove_prefix(end);
    }
    return words;
}

} // namespace

std::vector<core::model::Row> parseCliBlock(std::string_view output) {
    std::vector<Entry> entries;
    for (const std::string& line : cliLines(output)) {
        const std::string_view text = trimmed(line);
        Entry entry;
        if (text.empty() || text.starts_with(";;;")) {
            continue;
        }
        if (readEntry(text, entry)) {
            entries.push_back(std::move(entry));
        } else if (!entries.empty()) {
            (entries.back().value += '\n') += text;
        }
    }
    if (entries.empty()) {
        return {};
    }
    const std::size_t columns = entries.front().name == "name" ? std::max<std::size_t>(1, wordsOf(entries.front().value).size()) : 1;
    std::vector<core::model::Row> rows(columns);
    for (const Entry& entry : entries) {
        const std::vector<std::string> cells = columns > 1 ? wordsOf(entry.value) : std::vector<std::string>{entry.value};
        if (cells.size() != columns) {
            continue; // which column a lone value belongs to cannot be told
        }
        for (std::size_t i = 0; i < columns; ++i) {
            rows[i].set(entry.name, cells[i]);
        }
    }
    return rows;
}

} // namespace core::link
