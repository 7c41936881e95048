// ICMP echo requests at an interval; round trip times and unanswered ones (no reply within a second).
#pragma once

#include "agent/traffic/flow.h"
#include "agent/traffic/rate_meter.h"
#include "agent/traffic/rtt_window.h"
#include "agent/traffic/scenario.h"
#include "agent/traffic/sockets.h"
#include "agent/traffic/timer_queue.h"

#include <deque>

namespace agent::traffic {

class Host;

class PingFlow final : public Flow, public EchoSocket {
public:
    PingFlow(const FlowSpec& spec, Host& client, Host& server, core::base::Nanos now);
    FlowReport report(core::base::Nanos now) override;
    RttWindow* roundTrips() override { return &rtt_; }
    void receive(const dataplane::PacketBuf& reply, core::base::Nanos at) override;

private:
    struct Outstanding {
        core::base::Nanos sentAt;
        bool answered;
    };
    void onTimer(core::base::Nanos at);
    void forgetOld(core::base::Nanos at);

    FlowSpec spec_;
    Host& client_;
    Host& server_;
    std::uint16_t identifier_;
    std::uint64_t first_ = 0; // sequence number of outstanding_.front()
    std::deque<Outstanding> outstanding_;
    RateMeter answered_;
    RttWindow rtt_;
    std::uint64_t lost_ = 0;
    MemberTimer<PingFlow, &PingFlow::onTimer> timer_{*this};
};

} // namespace agent::traffic
