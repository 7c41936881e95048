// The items the plan wants to be there, in the order they are added. Private to this room's plans.
#pragma once

#include "core/doctor/facts.h"
#include "core/model/request.h"
#include "core/qos/egress.h"
#include "core/qos/shaper.h"

#include <string>
#include <vector>

namespace core::qos {

struct WantedItem {
    std::string menu;
    std::vector<core::model::Attribute> arguments;
    std::string why;
    [[nodiscard]] std::string name() const;
};

// Queue types, and on each egress a tree: one queue where no packet has a mark, else a parent with a queue for each mark and one for the rest.
[[nodiscard]] std::vector<WantedItem> wantedQueues(const core::doctor::Facts& facts, const Ends& ends, const Wishes& wishes, Shaper shaper);

// Packet marks that enabled mangle rules of others put, each once.
[[nodiscard]] std::vector<std::string> marksOfOthers(const core::doctor::Facts& facts);

} // namespace core::qos
