// A change to a router while it is under way, and how it ended: what the console's bar and pathscopectl show.
#pragma once

#include "core/model/plan.h"
#include "core/workspace/change_guard.h"

#include <QString>
#include <QStringList>

namespace core::workspace {

struct ChangeTerms {
    int confirmSeconds = 180; // the router takes it back by itself this long after the first write
    bool keepAtOnce = false;  // once it is verified, without waiting for keepChange()
    // Taken back when something got worse than this. With keepAtOnce it is kept once that has been looked at. With pings to a host, sending waits
    // for five seconds of them.
    GuardTerms guard;
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
