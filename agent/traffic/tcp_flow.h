// The TCP connections of one flow. Endless ones survive whatever happens to the path: after five seconds without a delivered
// octet, or when reset, a connection starts again from a new client port with what is left to send.
#pragma once

#include "agent/traffic/flow.h"
#include "agent/traffic/rate_meter.h"
#include "agent/traffic/rtt_window.h"
#include "agent/traffic/scenario.h"
#include "agent/traffic/tcp_endpoint.h"

#include <functional>
#include <memory>
#include <vector>

namespace agent::traffic {

struct TcpFigures {
    RateMeter goodput;
    RttWindow rtt;
    std::uint64_t wireBytes = 0;
    std::uint64_t retransmitted = 0; // of connections that are over
};

// Client and server end of one connection, one direction of data.
class TcpStream final : public TcpObserver {
public:
    struct Setup {
        std::uint16_t serverPort = 0;
        bool download = true;
        std::uint64_t octets = kEndless;
        double rateBps = 0;
        std::uint8_t dscp = 0;
        Congestion congestion = Congestion::Cubic;
        bool ecn = false, delayAcks = true;
        std::uint32_t window = kWindowOctets;
        std::function<void(core::base::Nanos)> done; // all octets are there and the connection is closed; may be empty
    };
    TcpStream(Host& client, Host& server, const Setup& setup, TcpFigures& figures);

    // Connects at that time.
    void schedule(core::base::Nanos at);
    // The same transfer once more, over a new connection; what is left of the one before is abandoned.
    void again(core::base::Nanos at);
    // True when the SYN is of this stream (its initial sequence number is the client's), which then answers it.
    bool accept(std::uint32_t remote, const TcpSegment& syn, core::base::Nanos at);
    [[nodiscard]] std::uint64_t retransmitted() const;
    [[nodiscard]] std::uint64_t deliveredOctets() const { return delivered_; }

    void delivered(std::uint64_t octets, core::base::Nanos at) override;
    void measured(core::base::Nanos rtt, core::base::Nanos at) override { figures_.rtt.add(rtt, at); }
    void refused(core::base::Nanos at) override;
    void finished(core::base::Nanos at) override;

private:
    [[nodiscard]] TcpData data(bool sends) const;
    void begin(core::base::Nanos at);
    void restart(core::base::Nanos at);
    void finish(core::base::Nanos at);
    void onWatch(core::base::Nanos at);

    Host& client_;
    Host& server_;
    Setup setup_;
    TcpFigures& figures_;
    TcpEndpoint clientEnd_, serverEnd_;
    std::uint64_t delivered_ = 0;
    core::base::Nanos lastProgress_ = 0;
    bool finished_ = false;
    MemberTimer<TcpStream, &TcpStream::onWatch> watch_{*this};
};

class TcpFlow final : public Flow {
public:
    TcpFlow(const FlowSpec& spec, Host& client, Host& server, core::base::Nanos now);
    FlowReport report(core::base::Nanos now) override;
    RttWindow* roundTrips() override { return &figures_.rtt; }
    // Octets delivered by each stream, downloads first; for fairness figures.
    [[nodiscard]] std::vector<std::uint64_t> deliveredByStream() const;

private:
    // One server port with the streams that go to it.
    struct Service final : TcpListener {
        std::vector<std::unique_ptr<TcpStream>> streams;
        void accept(std::uint32_t remote, const TcpSegment& syn, core::base::Nanos at) override;
    };
    void addService(Host& client, Host& server, std::uint16_t port, bool download);
    void onStart(core::base::Nanos at);

    FlowSpec spec_;
    TcpFigures figures_;
    std::vector<std::unique_ptr<Service>> services_;
    MemberTimer<TcpFlow, &TcpFlow::onStart> start_{*this};
};

} // namespace agent::traffic
