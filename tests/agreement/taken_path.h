// What the engine does with a flow on a generated router: packets are sent from both ends until nothing changes any more, and the path of each
// is noted.
//
//   TakenPath taken(router);                                       // a router of its own; fault() when it does not load
//   const Taken t = taken.follow(from, to, {"tcp", 443});
//   t.first, t.steady                                              paths of the first packet and of most of the last ones
#pragma once

#include "core/model/path_kind.h"
#include "tests/agreement/generated_router.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace agreement {

struct Traffic {
    std::string protocol = "tcp"; // tcp, udp, icmp
    std::uint16_t destinationPort = 443;
};

struct Taken {
    std::optional<core::model::PathKind> first, steady, back; // none: the packet was counted on no path
    std::optional<core::model::PathKind> greeting;            // bridged: of the very first frame of the host, which nobody knows yet
    bool firstLost = false, replyLost = false, laterLost = false, laterReplyLost = false; // did not leave by the port it should; after a lost one nothing is sent
    std::string lostBecause;                                  // the engine's name for it
    std::vector<std::string> queues;                          // that saw the packets of this direction: "/queue/tree t1"
};

// The two hosts of the n-th flow.
[[nodiscard]] std::string hostOf(const Segment& segment, unsigned flow);

class TakenPath {
public:
    explicit TakenPath(const GeneratedRouter& router);
    ~TakenPath();
    TakenPath(const TakenPath&) = delete;
    TakenPath& operator=(const TakenPath&) = delete;

    [[nodiscard]] const std::string& fault() const { return fault_; }
    // Hosts and ports differ from flow to flow of one router.
    [[nodiscard]] Taken follow(const Segment& from, const Segment& to, const Traffic& traffic);

private:
    struct Bench;
    std::unique_ptr<Bench> bench_;
    std::string fault_;
    unsigned flows_ = 0;
};

} // namespace agreement
