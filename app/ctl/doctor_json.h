// A diagnosis as JSON, the form scripts and the policy gate read.
//
//   {"source","board","routeros",
//    "verdicts":[{"from","to","family","protocol","first","steady","kind","certainty","dependsOn","queues":[…],
//    "reasons":[{"id","menu","item","text","line","effect","blocking"}],"flips":[{"to","commands","costs","blinksPorts"}]}],
//    "findings":[{"id","severity","title","evidence":[{"menu","item","text","line"}],"remedy":[…],"inverse":[…],"costs","certainty","why","heldBps"}],
//    "unseen":[{"id","text"}]}
//
// "item" is the position in the menu, null for settings; "line" is the line of the file, null where the file leaves it unsaid, and of a
// running router. "heldBps" is null without counters.
#pragma once

#include "core/model/finding.h"

#include <string>

namespace app::ctl {

[[nodiscard]] std::string diagnosisJson(const core::model::Diagnosis& diagnosis);

} // namespace app::ctl
