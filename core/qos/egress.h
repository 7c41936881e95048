// Where packets leave the router: towards the provider, and towards the users.
#pragma once

#include "core/doctor/facts.h"
#include "core/qos/wishes.h"

#include <string>
#include <vector>

namespace core::qos {

struct Egress {
    std::string parent;              // what a queue tree hangs on
    std::vector<std::string> covers; // the layer 3 interfaces whose packets leave by it
};

struct Ends {
    std::vector<Egress> wans, lans;
    bool guessed = false;         // only a name says which one leads to the provider
    core::base::BitRate down, up; // of the whole line, before the 95 %; 0: not known
    bool ofPort = false;          // they are the port's
};

// VLANs hang together on the bridge they stand on, whose queue sees them all; elsewhere each has a parent of its own.
[[nodiscard]] Ends endsOf(const core::doctor::Facts& facts, const Wishes& wishes);

// Why queues on these interfaces would see no packets; empty: they will. With it, what to do instead.
struct Unshapeable {
    std::string why;
    std::vector<std::string> alternatives;
};
[[nodiscard]] Unshapeable unshapeable(const core::doctor::Facts& facts, const Ends& ends);

} // namespace core::qos
