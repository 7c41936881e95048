// FastTrack-friendly QoS: a plan that shapes a line on the interfaces packets leave by, where FastTracked ones pass too.
//
//   const core::doctor::Facts facts(config, device, {});
//   Plan plan = planQos(facts, {}, {.down = BitRate{100e6}, .up = BitRate{20e6}});
//   if (plan.steps.empty()) show(plan.obstacle, plan.alternatives); else show(planScript(plan), plan.notes);
//
// A queue tree on the interface that leads to the provider (upload) and on each that leads to users (download), leaves for packets without a
// mark (FastTracked ones never have one), for each mark that mangle rules put, and for calls. Enabled trees of others on the same interfaces and
// on global are switched off. What is created carries a comment that begins with "pathscope: qos", or a name that begins with "pathscope-".
// A second run with the same wishes has no steps and is `fulfilled`. No steps otherwise: `obstacle` says why, `alternatives` what else there is.
//
// Facts: the vendor's Packet Flow and Queues pages, and the thread that found the pattern (forum 102401). Pure; any thread.
#pragma once

#include "core/doctor/facts.h"
#include "core/doctor/item_names.h"
#include "core/model/plan.h"
#include "core/qos/wishes.h"

namespace core::qos {

using core::doctor::ItemNames;

[[nodiscard]] core::model::Plan planQos(const core::doctor::Facts& facts, const ItemNames& names, const Wishes& wishes);

// Takes away all that Pathscope ever created here: queues, marks, FastTrack rule.
[[nodiscard]] core::model::Plan planRemoval(const core::doctor::Facts& facts, const ItemNames& names);

} // namespace core::qos
