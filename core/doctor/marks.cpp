#include "core/doctor/marks.h"

#include "core/doctor/chain.h"

namespace core::doctor {
namespace {

void put(std::map<std::string, Match, std::less<>>& marks, std::string_view mark, Match match) {
    if (mark.empty() || mark == "no-mark") {
        return;
    }
    Match& have = marks[std::string(mark)];
    have = either(have, match);
}

// A rule that stops here (passthrough=no) hides what stands below it from what it marks.
void runChain(std::string_view menu, std::string_view chain, Flow& flow, const MatchContext& context, Marks& marks) {
    walkChain(menu, chain, flow, context, [&](const RuleHit& hit) {
        const std::string_view action = hit.rule.value("action");
        bool marked = true;
        if (action == "mark-connection") {
            put(marks.connection, hit.rule.value("new-connection-mark"), hit.match);
        } else if (action == "mark-packet" && chain != "postrouting") { // there it is too late for every rule of the filter
            put(marks.packet, hit.rule.value("new-packet-mark"), hit.match);
        } else if (action == "mark-routing") {
            put(marks.routing, hit.rule.value("new-routing-mark"), hit.match);
        } else {
            marked = false;
        }
        return marked && hit.match == Match::Yes && !hit.rule.yes("passthrough", true) ? Walk::Stop : Walk::On;
    });
}

} // namespace

Marks marksOf(const Flow& flow, const MatchContext& context) {
    const std::string_view menu = context.addressFamilyIpv6 ? "/ipv6/firewall/mangle" : "/ip/firewall/mangle";
    Marks marks;
    if (!context.view.any(menu)) {
        return marks;
    }
    // A mark may decide whether a later rule matches, so what the first packets got is known to the next ones.
    Flow there = flow, back = flow.reversed();
    std::map<std::string, Match, std::less<>> ofThere, ofBack;
    for (const std::string_view state : {"new", "established"}) {
        for (Flow* direction : {&there, &back}) {
            if (state == "new" && direction == &back) {
                continue; // a reply is never new
            }
            direction->state = state;
            marks.packet.clear(); // a mark on a packet ends with the packet
            for (const std::string_view chain : {"prerouting", "forward", "postrouting"}) {
                direction->marks = marks;
                runChain(menu, chain, *direction, context, marks);
            }
            (direction == &there ? ofThere : ofBack) = marks.packet;
        }
    }
    marks.packet = std::move(ofThere);
    marks.packetBack = std::move(ofBack);
    return marks;
}

} // namespace core::doctor
