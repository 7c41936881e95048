#include "agent/control/cli/print_parts.h"
#include "agent/control/cli/value_text.h"
#include "agent/control/tree/menus.h"

#include <algorithm>

namespace agent::control {

using core::model::Attribute;
using core::model::Row;
using Style = PrintChoice::Style;

namespace shape {

std::string flagsOf(const Row& row, const std::vector<PrintFlag>& flags) {
    std::string out;
    for (const PrintFlag& flag : flags) {
        out += row.value(flag.property) == flag.value ? flag.letter : ' ';
    }
    return out;
}

bool isFlag(const PrintLayout& layout, std::string_view property) {
    return std::any_of(layout.flags.begin(), layout.flags.end(), [property](const PrintFlag& flag) { return flag.property == property && flag.value == "true"; });
}

std::string legend(const std::vector<PrintFlag>& flags, bool upperCase) {
    std::string out;
    for (const PrintFlag& flag : flags) {
        out += out.empty() ? "Flags: " : ", ";
        out += flag.letter;
        out += " - ";
        for (const char c : flag.word) {
            out += !upperCase && c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        }
    }
    return out;
}

std::string padded(std::string_view text, std::size_t width) {
    const std::size_t has = textWidth(text);
    return std::string(text) + std::string(width > has ? width - has : 0, ' ');
}

std::string rightAligned(std::string_view text, std::size_t width) {
    const std::size_t has = textWidth(text);
    return std::string(width > has ? width - has : 0, ' ') + std::string(text);
}

void trimEnd(std::string& line) { line.erase(line.find_last_not_of(' ') + 1); }

Lines commentLines(std::string_view comment) {
    Lines lines;
    while (true) {
        const std::size_t end = comment.find('\n');
        std::string_view line = comment.substr(0, end);
        while (line.ends_with('\r')) {
            line.remove_suffix(1);
        }
        lines.push_back(printable(line));
        if (end == std::string_view::npos) {
            return lines;
        }
        comment.remove_prefix(end + 1);
    }
}

} // namespace shape

namespace {

Row selected(const Row& row, const std::vector<std::string>& properties) {
    if (properties.empty()) {
        return row;
    }
    Row out;
    for (const std::string& name : properties) {
        if (const auto value = row.get(name)) {
            out.set(name, std::string(*value));
        }
    }
    return out;
}

// One "name=value" a line, rows apart: print value-list.
Lines values(const PrintFormat& format, const std::vector<Row>& rows) {
    std::vector<Row> shown;
    for (const Row& row : rows) {
        Row visible;
        const Row chosen = selected(row, format.properties);
        for (const Attribute& attribute : chosen.attributes()) {
            if (!attribute.name.starts_with('.') || format.showIds) {
                visible.set(attribute.name, attribute.value);
            }
        }
        shown.push_back(std::move(visible));
    }
    return formatMatrix(format.menu, shown, format.columns);
}

bool isRecord(const PrintFormat& format, const PrintLayout& layout, const std::vector<Row>& rows) {
    const auto* menu = knownMenu(format.menu);
    const bool settings = menu && menu->kind == core::routeros::config::MenuKind::Settings;
    return layout.plain == PrintForm::Record || settings || (rows.size() == 1 && !rows.front().get(".id") && !layout.numbered);
}

} // namespace

Lines formatRecord(std::string_view menu, const Row& row) {
    std::size_t width = 0;
    for (const Attribute& attribute : row.attributes()) {
        width = attribute.name.starts_with('.') ? width : std::max(width, textWidth(attribute.name));
    }
    Lines lines;
    for (const Attribute& attribute : row.attributes()) {
        if (attribute.name.starts_with('.')) {
            continue;
        }
        std::string line = "  " + shape::rightAligned(attribute.name, width) + ": " + terminalValue(menu, attribute.name, attribute.value);
        shape::trimEnd(line);
        lines.push_back(std::move(line));
    }
    return lines;
}

Lines formatMatrix(std::string_view menu, const std::vector<Row>& rows, int columns) {
    std::vector<std::string> names; // of all rows, in the order they come
    std::size_t nameWidth = 0;
    for (const Row& row : rows) {
        for (const Attribute& attribute : row.attributes()) {
            if (!attribute.name.starts_with('.') && std::find(names.begin(), names.end(), attribute.name) == names.end()) {
                names.push_back(attribute.name);
                nameWidth = std::max(nameWidth, textWidth(attribute.name));
            }
        }
    }
    Lines lines;
    for (std::size_t from = 0; from < rows.size();) {
        // As many columns as fit; the others below.
        std::vector<std::size_t> widths;
        std::size_t total = nameWidth + 3;
        for (std::size_t i = from; i < rows.size(); ++i) {
            std::size_t width = 0;
            for (const std::string& name : names) {
                width = std::max(width, textWidth(terminalValue(menu, name, rows[i].value(name))));
            }
            if (columns > 0 && i > from && total + 1 + width > static_cast<std::size_t>(columns)) {
                break;
            }
            total += 1 + width;
            widths.push_back(width);
        }
        if (from > 0) {
            lines.emplace_back();
        }
        for (const std::string& name : names) {
            std::string line = "  " + shape::rightAligned(name, nameWidth) + ":";
            for (std::size_t i = 0; i < widths.size(); ++i) {
                line += " " + shape::rightAligned(terminalValue(menu, name, rows[from + i].value(name)), widths[i]);
            }
            shape::trimEnd(line);
            lines.push_back(std::move(line));
        }
        from += widths.size();
    }
    return lines;
}

Lines formatPrint(const PrintFormat& format, const std::vector<Row>& rows, const std::vector<std::size_t>& numbers) {
    const PrintLayout& layout = printLayout(format.menu);
    if (isRecord(format, layout, rows) && format.style != Style::Terse) {
        Lines lines;
        for (const Row& row : rows) {
            const Lines more = formatRecord(format.menu, selected(row, format.properties));
            lines.insert(lines.end(), more.begin(), more.end());
        }
        return lines;
    }
    switch (format.style) {
    case Style::Values: return values(format, rows);
    case Style::Terse: return shape::terse(format, layout, rows, numbers);
    case Style::Detail:
    case Style::StatsDetail: return shape::details(format, layout, rows, numbers);
    case Style::Stats: break;
    case Style::Table: return shape::table(format, layout, rows, numbers);
    case Style::Plain: return layout.plain == PrintForm::Detail ? shape::details(format, layout, rows, numbers) : shape::table(format, layout, rows, numbers);
    }
    if (format.menu == "/interface/ethernet") { // a table would be some fifty columns wide
        std::vector<Row> counters;
        for (const Row& row : rows) {
            Row kept{{"name", std::string(row.value("name"))}};
            for (const Attribute& attribute : row.attributes()) {
                if (isCounter(format.menu, attribute.name, attribute.value)) {
                    kept.set(attribute.name, attribute.value);
                }
            }
            counters.push_back(selected(kept, format.properties));
        }
        return formatMatrix(format.menu, counters, format.columns);
    }
    return layout.stats.empty() ? shape::details(format, layout, rows, numbers) : shape::table(format, layout, rows, numbers);
}

} // namespace agent::control
