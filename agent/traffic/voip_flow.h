// Calls as their listeners hear them: G.711 both ways, a packet of 160 octets of speech and 12 of RTP each 20 ms, and the mean opinion score
// of the worse direction.
//
// The delay counted is what a playout buffer needs that waits for all but one packet of a thousand, and the 20 ms a packet takes to fill.
#pragma once

#include "agent/traffic/udp_flow.h"

namespace agent::traffic {

class VoipFlow final : public Flow {
public:
    // spec.streams: calls.
    VoipFlow(const FlowSpec& spec, Host& client, Host& server, core::base::Nanos now);
    FlowReport report(core::base::Nanos now) override;
    void beginMeasuring(core::base::Nanos now) override;

private:
    struct Direction {
        RttRecord delays; // one way
        std::uint64_t received = 0, lost = 0; // when measuring began
    };
    [[nodiscard]] double score(bool upload) const;

    UdpFlow calls_;
    Direction upload_, download_;
};

} // namespace agent::traffic
