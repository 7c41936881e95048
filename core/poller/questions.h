// What is asked of a router in each round, and how the answers become a CounterSample. Pure.
#pragma once

#include "core/link/api_session.h"
#include "core/model/counter_sample.h"
#include "core/model/request.h"

#include <vector>

namespace core::poller {

struct Question {
    core::model::Request request;
    int everyRounds; // 1: each round; 5: the first and every fifth after it
    bool essential;  // without an answer there is no sample
    void (*apply)(const core::link::Answer& answer, core::model::CounterSample& sample);
};

// In the order their answers have to be applied: /interface first, because the others join its rows by name.
// With .proplist throughout, and at most ten requests a second at the usual interval: the management plane of a router is slow.
std::vector<Question> questions();

} // namespace core::poller
