// A change as the user sees it before it is sent: ordered steps, each with its way back.
#pragma once

#include "core/model/request.h"

#include <string>
#include <vector>

namespace core::model {

// One write. `command` is what is sent; `commandLine` the same as RouterOS CLI, for the eye.
// The inverse is worked out from what the router answered (the new item's .id) or from the row as it was before.
struct PlanStep {
    Request command;
    std::string commandLine; // "/ip firewall filter add chain=forward action=fasttrack-connection …"
    Request inverse;         // for an add: remove with ".id" left to be filled in from the add's answer; empty verb: none needed
    std::vector<Request> inverseAlso; // sent after `inverse`, when taking the item away is not enough to undo its effect
    std::string inverseLine; // all of them, a line each
    std::string why; // one sentence
};

struct Plan {
    std::string id;    // "add-fasttrack", "remove-fasttrack", "queues-interface", "queues-global" …
    std::string title; // "Add FastTrack"
    std::string expectation; // what should move, in words
    std::vector<PlanStep> steps; // empty: nothing to do, `obstacle` says why
    std::string obstacle;        // why the plan cannot be made; empty when it can
};

enum class ChangeOutcome { Pending, Kept, RolledBack, Unknown };

// What really happened. Inverses are complete (ids filled in) and in the order to be sent.
struct ChangeRecord {
    Plan plan;
    ChangeOutcome outcome = ChangeOutcome::Pending;
    std::vector<Request> inverses;
    std::string detail; // trap text when something failed
};

} // namespace core::model
