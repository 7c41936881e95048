// The walks of packets on a running agent, asked for by its /pathscope/trace.
//
//   Result<TakenWalks> taken = co_await followPackets(*session, question, {.patience = std::chrono::seconds(5)});
//   if (taken && taken->later) difference = compareWalks(trace.later, *taken->later);
//
// The question names both ends by their interfaces. Asks for a second of packets at a time, until both kinds of packet were seen or the patience
// is over; changes nothing, and only packets that come by are seen. Between two seconds `cancelled` is asked.
//
// Errors: Unsupported where the router has no such command (every router that is not an agent) and for IPv6, which the agent does not
// trace; Refused when somebody else follows packets there; Cancelled; what Session says when the conversation ends. GUI thread; nothing blocks.
#pragma once

#include "core/base/result.h"
#include "core/link/session.h"
#include "core/model/walk_difference.h"

#include <QCoroTask>
#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace core::workspace {

struct FollowHooks {
    std::chrono::seconds patience{5};
    std::function<bool()> cancelled{};
};

QCoro::Task<core::base::Result<core::model::TakenWalks>> followPackets(core::link::Session& session, core::model::PathQuestion question,
                                                                        FollowHooks hooks = {});

// Adds the packets of one answer that leave by `to`: of those that open a connection the first is kept, of the others the one whose path most of
// them have. Pure.
void addWalks(core::model::TakenWalks& walks, const std::vector<core::model::Row>& rows, const std::string& to);

} // namespace core::workspace
