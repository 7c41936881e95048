// What one configuration tells right now: an immutable picture the Explain page draws from, whether the configuration came from a file,
// from the clipboard or from a router. Values only; any thread.
#pragma once

#include "core/base/result.h"
#include "core/base/units.h"
#include "core/model/finding.h"
#include "core/model/packet_walk.h"
#include "core/model/walk_difference.h"
#include "core/workspace/config_problem.h"

#include <QDateTime>
#include <QString>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace core::workspace {

struct Explained {
    core::model::Diagnosis diagnosis;
    std::vector<ConfigProblem> problems; // lines that were not understood, in the order of the text
    std::vector<std::string> interfaces; // ends a packet can be followed between, by name
    std::string statedModel;             // board the configuration itself names; empty: none
    bool boardKnown = false;             // the table of boards has it
    std::size_t items = 0;               // items and settings the configuration names
    core::base::Nanos took = 0;          // of reading and thinking together
};

struct FollowedPacket {
    core::model::PathQuestion question;
    core::base::Result<core::model::PathTrace> trace;
    // What packets did on a router that is an agent, and where that is not what was predicted. Absent: not asked, on its way, or not seen.
    std::optional<core::base::Result<core::model::TakenWalks>> taken{};
    std::optional<core::model::WalkDifference> firstDifference{}, laterDifference{};
};

struct ExplainState {
    enum class Phase {
        Unread,  // nobody has asked yet
        Reading, // on its way; `explained` may still be there from before
        Ready,
        Failed, // `message` says why; `explained` may still be there from before
    };
    Phase phase = Phase::Unread;
    bool fromRouter = false;
    QString message;                   // one sentence with the remedy; empty unless Failed
    std::vector<ConfigProblem> rejected; // of a text that failed: what was wrong with its lines
    std::shared_ptr<const Explained> explained;
    QDateTime readAt;                            // when the configuration was read
    std::shared_ptr<const FollowedPacket> walk;  // the last one asked for
    bool following = false;                      // one is on its way
    QString board;                               // chosen by the user; empty: what the configuration says
};

} // namespace core::workspace
