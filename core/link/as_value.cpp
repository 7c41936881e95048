#include "core/link/as_value.h"

#include "core/link/cli_text.h"

#include <algorithm>
#include <array>

namespace core::link {

using core::base::ErrorCode;
using core::base::fail;
using core::base::Result;
using core::model::Row;

namespace {

bool isFreeText(std::string_view name) {
    constexpr std::array<std::string_view, 5> kNames{"name", "comment", "identity", "message", "note"};
    return std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

std::size_t endOfValue(std::string_view text, std::size_t at) {
    while (at < text.size() && !(text[at] == ';' && (at + 1 == text.size() || propertyNameAt(text, at + 1) > 0))) {
        ++at;
    }
    return at;
}

} // namespace

Result<std::vector<Row>> parseAsValue(std::string_view output) {
    while (!output.empty() && (output.back() == '\n' || output.back() == '\r')) {
        output.remove_suffix(1);
    }
    std::vector<Row> rows;
    std::string first;
    std::size_t at = 0;
    while (at < output.size()) {
        const std::size_t length = propertyNameAt(output, at);
        if (length == 0) {
            return fail(ErrorCode::InvalidInput,
                        "Octet " + std::to_string(at) + " of a print as-value begins no property: " + std::string(output.substr(at, 40)));
        }
        const std::string name(output.substr(at, length));
        at += length + 1;
        const std::size_t end = endOfValue(output, at);
        std::string value(output.substr(at, end - at));
        at = std::min(end + 1, output.size());
        if (!isFreeText(name)) {
            std::replace(value.begin(), value.end(), ';', ',');
        }
        if (rows.empty() || name == first) {
            first = rows.empty() ? name : first;
            rows.emplace_back();
        }
        rows.back().set(name, std::move(value));
    }
    return rows;
}

} // namespace core::link
