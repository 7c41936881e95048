#include "core/change/applied_change.h"

#include "core/planner/steps.h"

#include <algorithm>

namespace core::change {

std::vector<std::string> undoLines(const AppliedChange& change) {
    std::vector<std::string> lines;
    std::transform(change.record.inverses.begin(), change.record.inverses.end(), std::back_inserter(lines), core::planner::commandLine);
    return lines;
}

} // namespace core::change
