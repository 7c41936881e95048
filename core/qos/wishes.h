// What the user wants of the queues.
#pragma once

#include "core/base/units.h"

#include <optional>
#include <string>
#include <vector>

namespace core::qos {

enum class Shaper { Auto, FqCodel, Cake, Sfq, Pcq };

struct Wishes {
    std::optional<core::base::BitRate> down, up; // what the line carries; queues get 95 % of it. Absent: the speed of the port that leads to it
    Shaper shaper = Shaper::Auto;
    bool voice = false;     // calls (DSCP EF) in a class of their own, which is marked and not FastTracked; with cake by its own tins
    std::string overhead;   // cake-overhead-scheme of the line, such as pppoe-ptm; empty: none
    bool fastTrack = true;  // add the FastTrack rule where it is missing
    bool replaceSimple = false; // switch simple queues off: what passes them would be queued twice
    std::vector<std::string> leaveOut; // interfaces towards users that get no queue
};

} // namespace core::qos
