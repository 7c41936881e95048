// What the twin says of one configuration right now: an immutable picture the Twin page draws from. Values only; any thread.
#pragma once

#include "core/base/units.h"
#include "core/model/prediction.h"

#include <QString>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace core::workspace {

// How one board does with the configuration and traffic asked about.
struct BoardTrial {
    std::string board;
    std::optional<core::model::Predicted> predicted; // absent: not yet, or `problem` says why not
    std::string problem;
};

struct TwinState {
    enum class Phase {
        Idle,    // nobody has asked yet
        Running, // on its way; `prediction` may still be there from before
        Done,
        Failed, // `message` says why; `prediction` may still be there from before
        Stopped, // by the user
    };
    Phase phase = Phase::Idle;
    double progress = 0; // 0…1 while Running
    QString message;     // one sentence with the remedy; empty unless Failed
    std::shared_ptr<const core::model::Prediction> prediction;
    core::model::PredictionRequest asked; // what `prediction` answers, or Running will; without the configuration
    core::base::Nanos took = 0;           // time of waiting for `prediction`
    bool known = false;                   // it had been asked before

    bool tryingBoards = false;
    std::vector<BoardTrial> boards; // those that were tried: most throughput first, those it does not run on last
};

} // namespace core::workspace
