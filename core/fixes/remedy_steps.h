// One command of a remedy, "/queue tree set [find name=down] max-limit=90M", as steps of a plan: the items it means are looked up, and
// each gets a step of its own, whose way back is what the configuration has now.
//
//   Result<std::vector<PlanStep>> steps = remedySteps(facts, names, "/interface bridge settings set use-ip-firewall=no", {"bridge-use-ip-firewall", why});
//
// Items that have the values already need no step. What is added carries the comment "pathscope: <finding>", where its menu has comments.
// Verbs: add, set ("!name" unsets), enable, disable, remove; start and stop of tools. InvalidInput, with the command: anything else, and
// what is not RouterOS's language. Pure; any thread.
#pragma once

#include "core/base/result.h"
#include "core/doctor/facts.h"
#include "core/doctor/item_names.h"
#include "core/model/plan.h"

#include <string>
#include <string_view>
#include <vector>

namespace core::fixes {

struct Purpose {
    std::string finding; // id
    std::string why;     // one sentence
};

[[nodiscard]] core::base::Result<std::vector<core::model::PlanStep>> remedySteps(const core::doctor::Facts& facts, const core::doctor::ItemNames& names,
                                                                                 const std::string& command, const Purpose& purpose);

} // namespace core::fixes
