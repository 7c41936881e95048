// One end of a TCP connection on a simulated host: handshake, data, acknowledgements, time-outs, close (RFC 9293).
// Data is endless or counted zeros; what arrives is counted and read at once, so the window never closes.
//
//   TcpEndpoint client(host, observer);
//   client.connect(peer, {.octets = kEndless, .segmentSize = 1448}, initialSequence, now);
//
// The side with data closes when all of it is acknowledged; the other side follows. One thread; time is given.
#pragma once

#include "agent/traffic/line_turns.h"
#include "agent/traffic/sockets.h"
#include "agent/traffic/tcp_receiver.h"
#include "agent/traffic/tcp_sender.h"
#include "agent/traffic/timer_queue.h"

#include <cstdint>

namespace agent::traffic {

class Host;

class TcpObserver {
public:
    virtual ~TcpObserver() = default;
    virtual void delivered(std::uint64_t octets, core::base::Nanos at) = 0;
    virtual void measured(core::base::Nanos rtt, core::base::Nanos at) = 0;
    // The other side reset the connection.
    virtual void refused(core::base::Nanos at) = 0;
    // Both directions are closed in order.
    virtual void finished(core::base::Nanos at) = 0;
};

struct TcpData {
    std::uint64_t octets = 0; // to send; kEndless for ever
    std::uint32_t segmentSize = 1448;
    double rateBps = 0; // 0: as fast as the window allows
    std::uint8_t dscp = 0;
    Congestion congestion = Congestion::Cubic;
    bool ecn = false;      // to be offered, or agreed to
    bool delayAcks = true;
    std::uint32_t window = kWindowOctets; // octets the other side takes
};

class TcpEndpoint final : public TcpSocket, private LineWaiter {
public:
    enum class State : std::uint8_t { Closed, SynSent, SynReceived, Established, Finished };

    // Both must outlive the endpoint.
    TcpEndpoint(Host& host, TcpObserver& observer);
    ~TcpEndpoint() override;

    // Each drops a connection the endpoint still has, without a word to the peer.
    void connect(const TcpPeer& peer, const TcpData& data, std::uint32_t initialSequence, core::base::Nanos at);
    void accept(const TcpPeer& peer, const TcpData& data, const TcpSegment& syn, std::uint32_t initialSequence, core::base::Nanos at);
    void abandon();

    void receive(const TcpSegment& segment, core::base::Nanos at) override;

    [[nodiscard]] State state() const { return state_; }
    [[nodiscard]] std::uint32_t initialSequence() const { return initialSequence_; }
    [[nodiscard]] const TcpSender& sender() const { return sender_; }

private:
    void open(const TcpPeer& peer, const TcpData& data, std::uint32_t initialSequence);
    void establish(const TcpSegment& segment, core::base::Nanos at);
    void takeAcknowledgment(const TcpSegment& segment, core::base::Nanos at);
    void takePayload(const TcpSegment& segment, core::base::Nanos at);
    void takeMarks(const TcpSegment& segment);
    void finishIfClosed(core::base::Nanos at);
    [[nodiscard]] bool waitingForAcknowledgment() const;

    void sendWhatMay(core::base::Nanos at, bool myTurn = false);
    void sendFinWhenDone(core::base::Nanos at);
    void sendControl(std::uint8_t flags, core::base::Nanos at);
    void sendData(std::uint64_t number, core::base::Nanos at);
    void transmit(TcpSegment& segment, core::base::Nanos at);

    void onRetransmissionTimeout(core::base::Nanos at);
    void onAcknowledgmentDelay(core::base::Nanos at);
    void onPace(core::base::Nanos at) { sendWhatMay(at); }
    void onTurn(core::base::Nanos at) override { sendWhatMay(at, true); }

    Host& host_;
    TcpObserver& observer_;
    TcpPeer peer_;
    TcpData data_;
    State state_ = State::Closed;
    TcpSender sender_;
    TcpReceiver receiver_;
    std::uint32_t initialSequence_ = 0; // ours
    std::uint32_t peerSequence_ = 0;    // the peer's first octet: its initial sequence number + 1
    std::uint32_t lastTimestamp_ = 0;   // to be echoed (RFC 7323, section 4.3)
    unsigned unacknowledgedSegments_ = 0;
    bool ecn_ = false;       // both sides do
    bool echoMark_ = false;  // CE was seen, and the sender has not said that it knows
    bool tellReduced_ = false; // CWR with the next new data
    bool finSent_ = false, finAcknowledged_ = false, peerFinished_ = false;
    core::base::Nanos pacedUntil_ = 0;
    MemberTimer<TcpEndpoint, &TcpEndpoint::onRetransmissionTimeout> retransmission_{*this};
    MemberTimer<TcpEndpoint, &TcpEndpoint::onAcknowledgmentDelay> acknowledgment_{*this};
    MemberTimer<TcpEndpoint, &TcpEndpoint::onPace> pace_{*this};
};

} // namespace agent::traffic
