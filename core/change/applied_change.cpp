#include "core/change/applied_change.h"

#include "core/planner/steps.h"

#include <algorithm>
#include <array>

namespace core::change {

void renameItems(AppliedChange& change, const std::vector<NewId>& ids) {
    constexpr std::array<std::string_view, 4> kHoldIds{".id", "numbers", "destination", "place-before"};
    const auto rename = [&ids](std::string& id) {
        const auto it = std::find_if(ids.begin(), ids.end(), [&id](const NewId& n) { return n.was == id; });
        if (it != ids.end()) {
            id = it->is;
        }
    };
    for (core::model::Request& request : change.record.inverses) {
        for (core::model::Attribute& argument : request.arguments) {
            if (std::find(kHoldIds.begin(), kHoldIds.end(), argument.name) != kHoldIds.end()) {
                rename(argument.value);
            }
        }
    }
    std::for_each(change.restores.begin(), change.restores.end(), rename);
}

std::vector<std::string> undoLines(const AppliedChange& change) {
    std::vector<std::string> lines;
    std::transform(change.record.inverses.begin(), change.record.inverses.end(), std::back_inserter(lines), core::planner::commandLine);
    return lines;
}

} // namespace core::change
