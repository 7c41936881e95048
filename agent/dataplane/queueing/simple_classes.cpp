#include "agent/dataplane/queueing/simple_classes.h"

#include <optional>

namespace agent::dataplane {

namespace {

constexpr std::uint32_t kOwnLeaf = 0x80000000; // in the uid of the leaf below a row with children

const HtbClassConfig* limitsOf(const SimpleQueueConfig& row, SimpleDirection direction) {
    switch (direction) {
    case SimpleDirection::Upload:
        return &row.upload;
    case SimpleDirection::Download:
        return &row.download;
    case SimpleDirection::Total:
        break;
    }
    return row.total ? &*row.total : nullptr;
}

} // namespace

SimpleClasses simpleClasses(const std::vector<SimpleQueueConfig>& rows, SimpleDirection direction) {
    SimpleClasses out;
    out.leafOfRow.assign(rows.size(), SimpleClasses::kNone);
    std::vector<std::optional<std::uint32_t>> classOfRow(rows.size()); // its own, or that of the next row above that has one
    std::vector<bool> inner;
    for (std::uint32_t i = 0; i < rows.size(); ++i) {
        const auto above = rows[i].parent && *rows[i].parent < i ? classOfRow[*rows[i].parent] : std::nullopt;
        const HtbClassConfig* limits = limitsOf(rows[i], direction);
        if (limits == nullptr) {
            classOfRow[i] = above;
            continue;
        }
        if (above) {
            inner[*above] = true;
        }
        classOfRow[i] = static_cast<std::uint32_t>(out.specs.size());
        out.specs.push_back({rows[i].uid, above, {}, *limits});
        inner.push_back(false);
    }
    std::vector<std::uint32_t> leafOfClass(inner.size());
    for (std::uint32_t c = 0; c < inner.size(); ++c) {
        leafOfClass[c] = c;
        if (inner[c]) {
            leafOfClass[c] = static_cast<std::uint32_t>(out.specs.size());
            HtbClassConfig rest;
            rest.queueType = out.specs[c].htb.queueType;
            out.specs.push_back({out.specs[c].uid | kOwnLeaf, c, {}, rest});
        }
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (classOfRow[i]) {
            out.leafOfRow[i] = leafOfClass[*classOfRow[i]];
        }
    }
    return out;
}

} // namespace agent::dataplane
