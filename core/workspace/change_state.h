// A change to a router while it is under way, and how it ended: what the console's bar and pathscopectl show.
#pragma once

#include "core/model/plan.h"

#include <QString>
#include <QStringList>

namespace core::workspace {

struct ChangeTerms {
    int confirmSeconds = 180; // the router takes it back by itself this long after the first write
    bool keepAtOnce = false;  // once it is verified, without waiting for keepChange()
    // Taken back when the throughput of its seconds two to six is less than this share of the five seconds before; 0: not looked at. With
    // keepAtOnce it is kept once that has been seen.
    double leastShare = 0;
    bool safeMode = true;     // take the router's safe mode too, where there is one
};

struct PendingChange {
    enum class Phase { Looking, Arming, Applying, Verifying, Waiting, Keeping, RollingBack };
    Phase phase = Phase::Looking;
    QString title;
    int secondsLeft = 0, confirmSeconds = 180;
    int step = 0, steps = 0; // sent, of
    bool safeMode = false, scheduler = false; // what holds the way back on the router
    QStringList warnings;
};

struct ChangeEnd {
    QString title;
    core::model::ChangeOutcome outcome = core::model::ChangeOutcome::Unknown;
    QString detail; // why, and what to check
    qint64 number = 0; // in the journal; 0: nothing was written
};

} // namespace core::workspace
