// print detail, stats-detail and terse: property=value.
#include "agent/control/cli/print_parts.h"
#include "agent/control/cli/value_text.h"

#include <algorithm>

namespace agent::control::shape {

using core::model::Attribute;
using core::model::Row;
using Style = PrintChoice::Style;

namespace {

constexpr std::size_t kNumberWidth = 2;

bool isShown(const PrintFormat& format, const PrintLayout& layout, const Attribute& attribute) {
    if (!format.properties.empty()) {
        return std::find(format.properties.begin(), format.properties.end(), attribute.name) != format.properties.end();
    }
    if (attribute.name.starts_with('.')) {
        return attribute.name == ".id" && format.showIds;
    }
    if (attribute.name == "comment" || isFlag(layout, attribute.name)) {
        return false;
    }
    const bool counter = isCounter(format.menu, attribute.name, attribute.value);
    if (format.style == Style::Stats || format.style == Style::StatsDetail) {
        return counter || attribute.name == "name" || attribute.name == "chain" || attribute.name == "action" || attribute.name.starts_with("last-link") || attribute.name == "link-downs";
    }
    const bool empty = attribute.value.empty() && format.menu.starts_with("/ip/firewall/");
    return !counter && !empty;
}

std::string front(const PrintLayout& layout, const Row& row, const std::vector<std::size_t>& numbers, std::size_t i, bool flagged) {
    std::string out = i < numbers.size() ? rightAligned(std::to_string(numbers[i]), kNumberWidth) + " " : " ";
    if (flagged && !layout.flags.empty()) {
        out += flagsOf(row, layout.flags) + " ";
    }
    return out;
}

// Words behind `indent` columns, as many to a line as fit. The first line already has `line` on it.
void fold(Lines& lines, std::string line, std::size_t indent, const std::vector<std::string>& words, int columns) {
    std::size_t used = textWidth(line);
    bool first = true;
    for (const std::string& word : words) {
        const std::size_t width = textWidth(word);
        if (!first && columns > 0 && used + 1 + width > static_cast<std::size_t>(columns)) {
            lines.push_back(line + " ");
            line = std::string(indent, ' ');
            used = indent;
            first = true;
        }
        line += (first ? "" : " ") + word;
        used += width + (first ? 0 : 1);
        first = false;
    }
    lines.push_back(line + " ");
}

} // namespace

Lines details(const PrintFormat& format, const PrintLayout& layout, const std::vector<Row>& rows, const std::vector<std::size_t>& numbers) {
    Lines lines;
    if (!layout.flags.empty() && !rows.empty()) {
        lines.push_back(legend(layout.flags, false));
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
        std::string before = front(layout, rows[i], numbers, i, true);
        const std::size_t indent = before.size();
        std::vector<std::string> words;
        for (const Attribute& attribute : rows[i].attributes()) {
            if (isShown(format, layout, attribute)) {
                words.push_back(detailPair(format.menu, attribute.name, attribute.value));
            }
        }
        if (const auto comment = rows[i].get("comment"); comment && !comment->empty()) {
            const Lines text = commentLines(*comment);
            lines.push_back(before + ";;; " + text.front());
            lines.insert(lines.end(), text.begin() + 1, text.end());
            before = std::string(indent, ' ');
        }
        fold(lines, before, indent, words, format.columns);
        lines.emplace_back();
    }
    return lines;
}

Lines terse(const PrintFormat& format, const PrintLayout& layout, const std::vector<Row>& rows, const std::vector<std::size_t>& numbers) {
    Lines lines;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        std::string line = front(layout, rows[i], numbers, i, true);
        const auto comment = rows[i].get("comment");
        if (comment && !comment->empty() && format.properties.empty()) {
            line += "comment=" + printable(*comment) + " ";
        }
        for (const Attribute& attribute : rows[i].attributes()) {
            const bool empty = attribute.value.empty();
            if (!empty && isShown(format, layout, attribute)) {
                line += attribute.name + "=" + terminalValue(format.menu, attribute.name, attribute.value) + " ";
            }
        }
        lines.push_back(line);
    }
    return lines;
}

} // namespace agent::control::shape
