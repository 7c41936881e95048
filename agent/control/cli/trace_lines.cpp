#include "agent/control/cli/trace_lines.h"

#include "agent/control/cli/value_text.h"

#include <algorithm>

namespace agent::control {

namespace {

std::string padded(std::string_view text, std::size_t width) {
    std::string out(text);
    out.resize(std::max(out.size() + 1, width), ' ');
    return out;
}

} // namespace

Lines traceLines(const std::vector<core::model::Row>& rows) {
    Lines lines;
    for (const core::model::Row& row : rows) {
        std::string line = padded(std::string(row.value("packet")) + "." + std::string(row.value("step")), 7) + padded(row.value("stage"), 11) +
                           padded(row.value("decision"), 14) + printable(row.value("text"));
        if (!row.value("item").empty()) {
            line += " " + std::string(row.value("menu")) + " " + std::string(row.value("item"));
        }
        const bool last = row.value("stage") == "egress" || row.value("stage") == "drop" || row.value("stage") == "local";
        if (last && !row.value("path").empty()) {
            line += " [" + std::string(row.value("path")) + "]";
        }
        lines.push_back(std::move(line));
    }
    return lines;
}

} // namespace agent::control
