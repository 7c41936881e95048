#include "core/report/text.h"

#include <algorithm>

namespace core::report {
namespace {

constexpr std::size_t kLine = 100; // characters

std::string joined(const std::vector<Span>& spans) {
    std::string out;
    for (const Span& span : spans) {
        out += span.text;
    }
    return out;
}

// Characters, not octets: the bytes that continue one are not counted.
std::size_t width(const std::string& text) {
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U; }));
}

// Broken between words; a word longer than the line stays whole.
std::string wrapped(const std::string& text) {
    std::string out, word;
    std::size_t used = 0;
    const auto put = [&] {
        if (word.empty()) {
            return;
        }
        if (used > 0 && used + 1 + width(word) > kLine) {
            out += '\n';
            used = 0;
        } else if (used > 0) {
            out += ' ';
            ++used;
        }
        out += word;
        used += width(word);
        word.clear();
    };
    for (const char c : text) {
        if (c == ' ' || c == '\n') {
            put();
        } else {
            word += c;
        }
    }
    put();
    return out + '\n';
}

std::string padded(const Cell& cell, std::size_t wanted) {
    const std::string blanks(wanted - std::min(wanted, width(cell.text)), ' ');
    return cell.right ? blanks + cell.text : cell.text + blanks;
}

std::string tableText(const Table& table) {
    std::vector<std::vector<Cell>> rows{table.header};
    rows.insert(rows.end(), table.rows.begin(), table.rows.end());
    std::vector<std::size_t> widths;
    for (const auto& row : rows) {
        widths.resize(std::max(widths.size(), row.size()));
        for (std::size_t i = 0; i < row.size(); ++i) {
            widths[i] = std::max(widths[i], width(row[i].text));
        }
    }
    std::string out;
    for (const auto& row : rows) {
        std::string line;
        for (std::size_t i = 0; i < row.size(); ++i) {
            line += (i == 0 ? "" : "  ") + padded(row[i], widths[i]);
        }
        out += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
    }
    return out;
}

struct ToText {
    std::string operator()(const Heading& heading) const { return heading.text + '\n' + std::string(width(heading.text), '-') + '\n'; }
    std::string operator()(const Paragraph& paragraph) const { return wrapped(joined(paragraph.spans)) + '\n'; }
    std::string operator()(const Table& table) const { return tableText(table) + '\n'; }
    std::string operator()(const Pictures& /*pictures*/) const { return {}; }
    std::string operator()(const Commands& commands) const {
        std::string out;
        for (const std::string& line : commands.lines) {
            out += "  " + line + '\n';
        }
        return out + '\n';
    }
};

} // namespace

std::string toText(const Document& document) {
    std::string out = document.title + '\n';
    out += document.subtitle.empty() ? "\n" : document.subtitle + "\n\n";
    const std::string lead = joined(document.lead);
    if (!lead.empty() || !document.pill.empty()) {
        out += wrapped((document.pill.empty() ? "" : document.pill + ": ") + lead) + '\n';
    }
    for (const auto& block : document.blocks) {
        out += std::visit(ToText{}, block);
    }
    return out + wrapped(document.footer);
}

} // namespace core::report
