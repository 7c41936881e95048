#include "core/qos/voice.h"

#include "core/qos/ours.h"

namespace core::qos {

std::vector<WantedItem> wantedMarks() {
    const std::string mark(kVoiceMark), comment(kComment);
    const std::string menu = "/ip/firewall/mangle";
    return {{menu,
             {{"chain", "forward"}, {"action", "mark-connection"}, {"connection-mark", "no-mark"}, {"protocol", "udp"}, {"dscp", "46"}, {"new-connection-mark", mark}, {"passthrough", "yes"}, {"comment", comment + " calls"}},
             "A connection whose packets carry DSCP EF is a call."},
            {menu,
             {{"chain", "forward"}, {"action", "mark-packet"}, {"connection-mark", mark}, {"new-packet-mark", mark}, {"passthrough", "no"}, {"comment", comment + " packets of calls"}},
             "Both directions of a call go to its queue."}};
}

} // namespace core::qos
