// print, print brief, print stats: columns.
#include "agent/control/cli/print_parts.h"
#include "agent/control/cli/value_text.h"

#include <algorithm>

namespace agent::control::shape {

using core::model::Row;
using Style = PrintChoice::Style;

namespace {

constexpr std::size_t kGap = 2; // between columns

struct Column {
    std::string property, title;
    std::vector<std::string> cells;
    bool right = false;
    std::size_t width = 0;
};

std::string titleOf(std::string_view property) {
    std::string title(property);
    for (char& c : title) {
        c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    }
    return title;
}

std::vector<std::string> wanted(const PrintFormat& format, const PrintLayout& layout, const std::vector<Row>& rows) {
    std::vector<std::string> names = format.properties;
    const auto& defined = format.style == Style::Stats ? layout.stats : layout.columns;
    if (names.empty()) {
        for (const PrintColumn& column : defined) {
            names.emplace_back(column.property);
        }
    }
    if (names.empty() && !rows.empty()) { // nobody said: what the first row has
        for (const auto& attribute : rows.front().attributes()) {
            if (!attribute.name.starts_with('.') && !isFlag(layout, attribute.name) && attribute.name != "comment" && !isCounter(format.menu, attribute.name, attribute.value)) {
                names.push_back(attribute.name);
            }
        }
    }
    return names;
}

Column columnOf(const PrintFormat& format, const PrintLayout& layout, const std::vector<Row>& rows, const std::string& property) {
    Column column{property, titleOf(property), {}, false, 0};
    bool quantities = true;
    for (const Row& row : rows) {
        column.cells.push_back(terminalValue(format.menu, property, row.value(property)));
        quantities = quantities && (column.cells.back().empty() || isQuantity(column.cells.back()));
    }
    const auto declared = [&property](const std::vector<PrintColumn>& columns) {
        return std::any_of(columns.begin(), columns.end(), [&](const PrintColumn& c) { return c.property == property && c.right; });
    };
    const bool empty = std::all_of(column.cells.begin(), column.cells.end(), [](const std::string& cell) { return cell.empty(); });
    column.right = declared(layout.columns) || declared(layout.stats) || (quantities && !empty);
    column.width = textWidth(column.title);
    for (const std::string& cell : column.cells) {
        column.width = std::max(column.width, textWidth(cell));
    }
    return column;
}

void append(std::string& line, const Column& column, std::string_view cell) { line += column.right ? rightAligned(cell, column.width) : padded(cell, column.width); }

// Flags that are up in at least one row: each has a place in the table.
std::vector<PrintFlag> flagsUp(const PrintLayout& layout, const std::vector<Row>& rows) {
    std::vector<PrintFlag> up;
    for (const PrintFlag& flag : layout.flags) {
        if (std::any_of(rows.begin(), rows.end(), [&](const Row& row) { return row.value(flag.property) == flag.value; })) {
            up.push_back(flag);
        }
    }
    return up;
}

} // namespace

Lines table(const PrintFormat& format, const PrintLayout& layout, const std::vector<Row>& rows, const std::vector<std::size_t>& numbers) {
    Lines lines;
    const std::vector<PrintFlag> flags = flagsUp(layout, rows);
    std::vector<std::string> front; // of each row: number and flags
    std::size_t numberWidth = 0;
    for (const std::size_t number : numbers) {
        numberWidth = std::max(numberWidth, std::to_string(number).size());
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
        std::string before = i < numbers.size() ? rightAligned(std::to_string(numbers[i]), numberWidth) + " " : std::string();
        if (!flags.empty()) {
            before += flagsOf(rows[i], flags) + " ";
        }
        front.push_back(before);
    }
    std::string header = numbers.empty() ? std::string() : rightAligned("#", numberWidth) + " ";
    header += flags.empty() ? std::string() : std::string(flags.size() + 1, ' ');

    std::vector<Column> columns;
    std::string names;
    std::size_t total = header.size();
    for (const std::string& property : wanted(format, layout, rows)) {
        Column column = columnOf(format, layout, rows, property);
        total += column.width + (columns.empty() ? 0 : kGap);
        // What does not fit is left out, as the line of names says.
        if (format.columns > 0 && !columns.empty() && total > static_cast<std::size_t>(format.columns)) {
            break;
        }
        names += (columns.empty() ? "Columns: " : ", ") + column.title;
        columns.push_back(std::move(column));
    }
    if (rows.empty()) {
        return lines;
    }
    if (!flags.empty()) {
        lines.push_back(legend(flags, true));
    }
    lines.push_back(names);
    for (std::size_t i = 0; i < columns.size(); ++i) {
        header += i == 0 ? "" : std::string(kGap, ' ');
        append(header, columns[i], columns[i].title);
    }
    trimEnd(header);
    lines.push_back(header);
    for (std::size_t row = 0; row < rows.size(); ++row) {
        if (const auto comment = rows[row].get("comment"); comment && !comment->empty()) {
            for (const std::string& text : commentLines(*comment)) {
                lines.push_back(";;; " + text);
            }
        }
        std::string line = format.showIds ? front[row] + std::string(rows[row].value(".id")) + " " : front[row];
        for (std::size_t i = 0; i < columns.size(); ++i) {
            line += i == 0 ? "" : std::string(kGap, ' ');
            append(line, columns[i], columns[i].cells[row]);
        }
        trimEnd(line);
        lines.push_back(line);
    }
    return lines;
}

} // namespace agent::control::shape
