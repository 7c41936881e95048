// A change as the user sees it before it is sent: ordered steps, each with what it needs, its way back and its price.
//
// Made by core/planner (and kept as JSON by core/planner/plan_json.h), tried by core/twin, sent by core/change. Items are meant by the
// .id they had in the configuration the plan was made from; `needs` says how to see whether they are still the same items.
#pragma once

#include "core/model/prediction.h"
#include "core/model/request.h"
#include "core/model/verdict.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace core::model {

enum class Risk : std::uint8_t {
    BlinksPorts,      // the switch chip is set up anew: links go down for some seconds
    CutsManagement,   // the way the router is reached may end
    LosesAccounting,  // rules, marks or counters no longer see these packets
    DropsConnections, // connections that stand are ended
    PassesFirewall,   // packets no longer meet rules that may have held them
    LosesLimits,      // a rate limit is given up
};

// Something a step relies on.
struct Precondition {
    enum class Kind : std::uint8_t {
        Words,  // only a person can tell; menu, where and holds are empty
        Holds,  // the item `where` picks is there, once, and has the values of `holds`
        Absent, // no item of the menu has the values of `where`
    };
    Kind kind = Kind::Words;
    std::string text; // "There is no queue type \"pathscope-fq-codel\" yet."
    std::string menu; // "/queue/type"
    Row where;        // picks the item by .id, name or comment; empty: the values of a settings menu
    Row holds;        // as print shows them; an empty value: not set
    bool operator==(const Precondition&) const = default;
};

// One write. `command` is what is sent; `commandLine` the same as RouterOS CLI, for the eye.
// The inverse is worked out from what the router answered (the new item's .id) or from the row as it was before.
struct PlanStep {
    Request command;
    std::string commandLine; // "/ip firewall filter add chain=forward action=fasttrack-connection …"
    Request inverse;         // for an add: remove with ".id" left to be filled in from the add's answer; empty verb: none needed
    std::vector<Request> inverseAlso; // sent after `inverse`, when taking the item away is not enough to undo its effect
    std::string inverseLine; // all of them, a line each
    std::string why; // one sentence

    std::vector<Precondition> needs; // looked at before the step is sent
    std::vector<Risk> risks;
    bool operator==(const PlanStep&) const = default;
};

// A sentence or two beside the commands: what goes well on this router, and what to keep in mind.
struct PlanNote {
    enum class Tone : std::uint8_t { Good, Warning };
    Tone tone = Tone::Good;
    std::string title; // "Works with FastTrack on this router"
    std::string text;
    bool operator==(const PlanNote&) const = default;
};

// The path of one direction before and after.
struct ExpectedPath {
    std::string from, to; // interfaces
    VerdictPath now, then;
    bool operator==(const ExpectedPath&) const = default;
};

// What the plan was made from.
struct PlanOrigin {
    std::string name;           // of the router, or the file
    std::string board, version; // empty: not known
    bool live = false;          // a running router: the .id in the steps are its own. A file's are not, see `needs`
    std::string configHash;     // of the configuration, as its maker takes it; empty: not taken
    bool operator==(const PlanOrigin&) const = default;
};

struct Plan {
    std::string id;    // "add-fasttrack", "remove-fasttrack", "queues-interface", "qos", "fix:<finding>" …
    std::string title; // "Add FastTrack"
    std::string expectation; // what should move, in words
    std::vector<PlanStep> steps; // empty: nothing to do, `obstacle` says why
    std::string obstacle;        // why the plan cannot be made, or that nothing is left to do; empty when there are steps

    bool fulfilled = false;                // no steps, because everything is already as the plan wants it
    std::vector<std::string> alternatives; // what to do instead of a plan that cannot be made, a sentence each
    std::vector<PlanNote> notes;
    std::vector<ExpectedPath> paths;
    std::optional<Interval> throughputNowBps, throughputThenBps; // of the twin, when it was asked
    PlanOrigin origin;
    bool operator==(const Plan&) const = default;
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
