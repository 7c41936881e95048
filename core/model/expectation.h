// What a policy says about paths, and whether a configuration keeps it.
#pragma once

#include "core/model/verdict.h"

#include <string>
#include <vector>

namespace core::model {

// "LAN->WAN tcp/443: fasttrack or better"
struct Expectation {
    std::string from, to; // interface names; "LAN" and "WAN" mean every interface of that role
    std::string protocol = "tcp";
    std::uint16_t destinationPort = 0; // 0: any
    PathKind path = PathKind::Slow;    // of the connection once it is established
    bool orBetter = false;             // a faster path will do
    std::string text;                  // as it was written
    std::size_t line = 0;              // in a file of expectations; 0: from the command line
};

struct Checked {
    Expectation expectation;
    bool met = false;
    std::vector<std::string> notes; // why not; for one that is met: what it depends on
    std::vector<Verdict> verdicts;  // of every pair of interfaces it speaks of
};

} // namespace core::model
