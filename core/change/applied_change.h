// A change that was sent, with what it takes to take it back. Pure.
#pragma once

#include "core/model/plan.h"

#include <string>
#include <vector>

namespace core::change {

struct AppliedChange {
    core::model::ChangeRecord record;
    // For each of record.inverses the .id of the item it brings back; empty when it brings none back.
    std::vector<std::string> restores;
};

// The way back as an administrator would type it, in the order it will be sent.
std::vector<std::string> undoLines(const AppliedChange& change);

} // namespace core::change
