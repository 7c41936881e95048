// What happens to a packet on its way through a router, step by step.
#pragma once

#include "core/model/verdict.h"

#include <string>
#include <vector>

namespace core::model {

struct WalkStep {
    std::string stage;    // as /pathscope/trace of the agent names it: ingress switch vlan bridge fast-path fasttrack raw conntrack mangle
                          // dst-nat routing filter src-nat queue local egress drop
    std::string decision; // "yes", "no", "accept", "new" …
    std::string text;     // one sentence for people
    std::optional<ConfigRef> at; // the line that decided; none where none did
    bool fork = false;           // holds for a part of the traffic: the other part goes on to the next step
};

// One packet of the traffic that was asked about.
struct PacketWalk {
    VerdictPath path;
    std::vector<WalkStep> steps;
    bool dropped = false; // by a rule or for want of a way
};

struct PathTrace {
    Verdict verdict;
    PacketWalk first, later; // the packet that opens a connection; one of the connection once it is established
};

} // namespace core::model
