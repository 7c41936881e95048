// Plans that shape the line with fq-codel (RFC 8290): on the interfaces, where FastTracked packets pass too, or on parent=global,
// where they do not. Pure; a plan that is already fulfilled has no steps and says so in `obstacle`.
//
// Each tree takes unmarked packets (packet-mark=no-mark): FastTracked ones skip mangle and never carry a mark. bucket-size=0.01 lets
// bursts of 10 ms of the limit through; the default of 100 ms would be the very delay the queue is there to avoid.
#pragma once

#include "core/model/plan.h"
#include "core/planner/facts.h"

namespace core::planner {

// One tree on the WAN interface (upload) and one on each LAN interface (download), limited to 95 % of the WAN's link speed, or
// of the most it was seen to move. Trees of ours on global are taken away first.
core::model::Plan queuesOnInterfaces(const RouterFacts& facts);

// One tree on global, which sees both directions and is limited to 95 % of twice the line. Trees of ours on interfaces are taken
// away first. Made to be compared: it switches IP fast path off and does not shape what FastTrack forwards.
core::model::Plan queuesOnGlobal(const RouterFacts& facts);

// Takes away the trees and the queue type that carry Pathscope's marks. Nobody else's.
core::model::Plan removeQueues(const RouterFacts& facts);

} // namespace core::planner
