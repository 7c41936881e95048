// One /interface/pppoe-client: discovery (RFC 2516), LCP (RFC 1661), PAP (RFC 1334) or CHAP-MD5 (RFC 1994), IPCP (RFC 1332). Knows frames,
// not interfaces. What the session agreed on comes out as an address, its peer and an MTU.
//
//   PppoeClient client(config, sendFrame);
//   next = client.poll(now);                                 // starts, repeats, asks whether the other end is alive
//   client.receive(sourceMac, etherType, octets, now);       // what follows the Ethernet header
//   if (client.up()) … client.session() …
//
// Every exchange is repeated after three seconds and starts over after ten; a session ends with PADT, Terminate or three unanswered
// echoes. Control packets allocate, data does not come here. One thread.
#pragma once

#include "agent/dataplane/config/tunnels.h"
#include "agent/dataplane/parse/ethernet.h"
#include "agent/dataplane/parse/pppoe.h"

#include <functional>
#include <vector>

namespace agent::dataplane {

struct PppoeSession {
    std::uint16_t id = 0;
    MacKey concentrator = 0;
    std::uint32_t local = 0, remote = 0;
    std::uint16_t mtu = 1480;
    bool operator==(const PppoeSession&) const = default;
};

class PppoeClient {
public:
    // Sends one frame: destination, EtherType, what follows.
    using Send = std::function<void(MacKey, std::uint16_t, pppoe::Octets)>;
    using Nanos = core::base::Nanos;

    PppoeClient(PppoeClientConfig config, std::uint32_t magic, Send send)
        : config_(std::move(config))
        , magic_(magic)
        , send_(std::move(send)) {}

    [[nodiscard]] bool up() const { return state_ == State::Up; }
    [[nodiscard]] const PppoeSession& session() const { return session_; }
    [[nodiscard]] const PppoeClientConfig& config() const { return config_; }
    // "initializing", "authenticating", "connected": as /interface/pppoe-client/monitor calls it.
    [[nodiscard]] std::string_view status() const;

    void receive(MacKey from, std::uint16_t etherType, pppoe::Octets octets, Nanos now);
    Nanos poll(Nanos now);
    // Says goodbye (PADT) when there is a session.
    void hangUp();

private:
    enum class State { Idle, Asking, Requesting, Link, Authenticating, Network, Up };

    void enter(State state, Nanos now);
    void sendAgain();
    void sendDiscovery(std::uint8_t code);
    void sendLcpRequest();
    void sendIpcpRequest();
    void sendControl(std::uint16_t protocol, std::uint8_t code, std::uint8_t identifier, const pppoe::Message& body);
    void receiveDiscovery(MacKey from, pppoe::Octets octets, Nanos now);
    void receiveLcp(const pppoe::Control& c, Nanos now);
    void receiveAuthentication(std::uint16_t protocol, const pppoe::Control& c, Nanos now);
    void receiveIpcp(const pppoe::Control& c, Nanos now);
    void answerLcpRequest(const pppoe::Control& c);
    void answerIpcpRequest(const pppoe::Control& c);
    void linkMayBeUp(Nanos now);
    void networkMayBeUp(Nanos now);

    PppoeClientConfig config_;
    std::uint32_t magic_;
    Send send_;
    State state_ = State::Idle;
    PppoeSession session_;
    std::vector<std::uint8_t> cookie_;
    std::uint16_t authentication_ = 0; // what the other end asks for; 0: nothing
    bool requestAcked_ = false, theirsAcked_ = false;
    std::uint8_t identifier_ = 0;
    int attempts_ = 0, unansweredEchoes_ = 0;
    Nanos actAt_ = 0;
};

} // namespace agent::dataplane
