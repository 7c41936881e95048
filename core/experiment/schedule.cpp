#include "core/experiment/schedule.h"

namespace core::experiment {

using core::base::ErrorCode;
using core::base::fail;
using core::model::Arrangement;
using core::model::Side;

core::base::Result<Schedule> parseSchedule(std::string_view letters) {
    Schedule schedule;
    for (const char letter : letters) {
        const bool before = letter == 'A' || letter == 'a';
        if (!before && letter != 'B' && letter != 'b') {
            return fail(ErrorCode::InvalidInput, "The order of runs is written with A (before) and B (after), such as ABBA; \"" + std::string(letters.substr(0, 60)) + "\" is something else.");
        }
        schedule.push_back(before ? Side::Before : Side::After);
    }
    if (schedule.empty() || schedule.size() > kMostRuns) {
        return fail(ErrorCode::InvalidInput, "An experiment has 1 to " + std::to_string(kMostRuns) + " runs, not " + std::to_string(schedule.size()) + ".");
    }
    return schedule;
}

std::string scheduleText(const Schedule& schedule) {
    std::string text;
    for (const Side side : schedule) {
        text += side == Side::Before ? 'A' : 'B';
    }
    return text;
}

Arrangement arrangementOf(const Schedule& schedule) {
    bool after = false;
    for (const Side side : schedule) {
        if (after && side == Side::Before) {
            return Arrangement::Interleaved;
        }
        after = after || side == Side::After;
    }
    return Arrangement::BeforeAfter;
}

int togglesOf(const Schedule& schedule) {
    int toggles = 0;
    Side now = Side::Before;
    for (const Side side : schedule) {
        toggles += side != now ? 1 : 0;
        now = side;
    }
    return toggles + (now == Side::After ? 1 : 0);
}

} // namespace core::experiment
