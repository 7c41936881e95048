// FastTrack-friendly QoS for a file, or for a running router: see core/qos/qos.h.
//
//   Result<Plan> plan = planQosOfFile({.file = "site.rsc", .wishes = {.down = BitRate{100e6}, .up = BitRate{20e6}}});
//
// Pure but for reading the file and the product's resources; any thread.
#pragma once

#include "core/base/result.h"
#include "core/model/plan.h"
#include "core/qos/wishes.h"

#include <string>
#include <vector>

namespace core::workspace {

struct LiveConfig;
using QosWishes = core::qos::Wishes;
using core::qos::Shaper;

struct QosRequest {
    std::string file{};
    std::string board{}; // model; empty: what the configuration says
    bool remove = false; // takes away what Pathscope created
    QosWishes wishes{};
};

// Where packets leave the router, towards the provider and towards the users.
struct QosLink {
    std::string parent;              // what a queue tree hangs on
    std::vector<std::string> covers; // the layer 3 interfaces whose packets leave by it
};
struct QosLinks {
    std::vector<QosLink> wans, lans;
    bool guessed = false;     // only a name says which one leads to the provider
    core::base::BitRate port; // of the board's fastest; 0: not known
};
[[nodiscard]] core::base::Result<QosLinks> qosLinksOf(const LiveConfig& live, const std::string& board);

// Errors: those of the file, and NotFound for a board that is not known. A plan that cannot be made is an answer.
[[nodiscard]] core::base::Result<core::model::Plan> planQosOfFile(const QosRequest& request);
[[nodiscard]] core::base::Result<core::model::Plan> planQosOf(const LiveConfig& live, const QosRequest& request);

} // namespace core::workspace
