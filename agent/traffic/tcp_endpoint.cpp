#include "agent/traffic/tcp_endpoint.h"

#include "agent/dataplane/parse/ipv4.h"
#include "agent/traffic/host.h"

#include <array>
#include <span>

namespace agent::traffic {
namespace {

using core::base::Nanos;
namespace tcp = dataplane::tcp;

constexpr Nanos kAcknowledgmentDelay = 40 * core::base::kMillisecond; // common stacks; RFC 1122 allows 500 ms
constexpr unsigned kAcknowledgeEvery = 2;                             // segments, RFC 5681 section 4.2
constexpr unsigned kBurst = 4;                                        // segments one stream sends before others of its line get a turn
constexpr std::uint16_t kMaximumSegment = 1460;

std::uint32_t microseconds(Nanos at) { return static_cast<std::uint32_t>(at / core::base::kMicrosecond); }

// Distance on the sequence number circle; negative when b is ahead of a.
std::int32_t distance(std::uint32_t a, std::uint32_t b) { return static_cast<std::int32_t>(a - b); }

} // namespace

TcpEndpoint::TcpEndpoint(Host& host, TcpObserver& observer) : host_(host), observer_(observer) {}
TcpEndpoint::~TcpEndpoint() { abandon(); }

void TcpEndpoint::open(const TcpPeer& peer, const TcpData& data, std::uint32_t initialSequence) {
    abandon();
    peer_ = peer;
    data_ = data;
    sender_ = TcpSender(data.octets, data.segmentSize, data.congestion, data.window);
    receiver_ = TcpReceiver(data.segmentSize);
    initialSequence_ = initialSequence;
    unacknowledgedSegments_ = 0;
    ecn_ = echoMark_ = tellReduced_ = false;
    finSent_ = finAcknowledged_ = peerFinished_ = false;
    pacedUntil_ = 0;
    host_.sockets().connect(peer_, *this);
}

void TcpEndpoint::connect(const TcpPeer& peer, const TcpData& data, std::uint32_t initialSequence, Nanos at) {
    open(peer, data, initialSequence);
    state_ = State::SynSent;
    sendControl(tcp::kSyn | (data_.ecn ? kEce | kCwr : 0), at);
}

void TcpEndpoint::accept(const TcpPeer& peer, const TcpData& data, const TcpSegment& syn, std::uint32_t initialSequence, Nanos at) {
    open(peer, data, initialSequence);
    state_ = State::SynReceived;
    peerSequence_ = syn.sequence + 1;
    lastTimestamp_ = syn.timestamp;
    ecn_ = data.ecn && syn.has(kEce) && syn.has(kCwr);
    sendControl(tcp::kSyn | tcp::kAck | (ecn_ ? kEce : 0), at);
}

void TcpEndpoint::abandon() {
    if (state_ == State::Closed) {
        return;
    }
    state_ = State::Closed;
    host_.sockets().disconnect(peer_);
    host_.services().timers.disarm(retransmission_);
    host_.services().timers.disarm(acknowledgment_);
    host_.services().timers.disarm(pace_);
    host_.turns().leave(*this);
}

void TcpEndpoint::receive(const TcpSegment& segment, Nanos at) {
    if (segment.has(tcp::kRst)) {
        abandon();
        observer_.refused(at);
        return;
    }
    if (segment.has(tcp::kSyn)) {
        if (state_ == State::SynSent && segment.has(tcp::kAck) && segment.acknowledgment == initialSequence_ + 1) {
            peerSequence_ = segment.sequence + 1;
            ecn_ = data_.ecn && segment.has(kEce) && !segment.has(kCwr);
            establish(segment, at);
            sendControl(tcp::kAck, at);
            sendWhatMay(at);
        } else if (state_ == State::SynReceived) {
            sendControl(tcp::kSyn | tcp::kAck | (ecn_ ? kEce : 0), at); // our answer got lost
        } else if (state_ != State::SynSent) {
            sendControl(tcp::kAck, at);
        }
        return;
    }
    if (state_ == State::SynSent || !segment.has(tcp::kAck)) {
        return;
    }
    if (state_ == State::SynReceived) {
        if (segment.acknowledgment != initialSequence_ + 1) {
            return;
        }
        establish(segment, at);
    }
    takeAcknowledgment(segment, at);
    if (ecn_) {
        takeMarks(segment);
    }
    if (segment.payload != 0 || segment.has(tcp::kFin)) {
        takePayload(segment, at);
    }
    sendWhatMay(at);
    finishIfClosed(at);
}

void TcpEndpoint::establish(const TcpSegment& segment, Nanos at) {
    state_ = State::Established;
    lastTimestamp_ = segment.timestamp;
    sender_.rtt().sample((microseconds(at) - segment.timestampEcho) * core::base::kMicrosecond);
    host_.services().timers.disarm(retransmission_);
}

void TcpEndpoint::takeAcknowledgment(const TcpSegment& segment, Nanos at) {
    const std::uint64_t before = sender_.acknowledgedOctets();
    const std::uint32_t firstOctet = initialSequence_ + 1;
    const std::int32_t advance = distance(segment.acknowledgment, firstOctet + static_cast<std::uint32_t>(before));
    if (advance < 0) {
        return;
    }
    std::uint64_t upTo = before + static_cast<std::uint32_t>(advance);
    if (finSent_ && upTo == sender_.octets() + 1) {
        finAcknowledged_ = true;
        --upTo;
    }
    if (upTo > sender_.sentOctets()) {
        return; // of something never sent
    }
    std::array<SegmentRange, kMaxSackBlocks> sacked;
    std::size_t count = 0;
    for (unsigned i = 0; i < segment.sackBlocks; ++i) {
        const std::int32_t left = distance(segment.sack[i].left, segment.acknowledgment);
        const std::uint32_t length = segment.sack[i].right - segment.sack[i].left;
        if (left > 0 && length <= kWindowOctets) {
            const std::uint64_t begin = upTo + static_cast<std::uint32_t>(left);
            sacked[count++] = {begin / data_.segmentSize, (begin + length + data_.segmentSize - 1) / data_.segmentSize};
        }
    }
    const bool progress = upTo > before;
    if (progress) {
        const Nanos rtt = (microseconds(at) - segment.timestampEcho) * core::base::kMicrosecond;
        sender_.rtt().sample(rtt);
        observer_.measured(rtt, at);
    }
    sender_.acknowledged(upTo, std::span(sacked.data(), count), at);
    if (!waitingForAcknowledgment()) {
        host_.services().timers.disarm(retransmission_);
    } else if (progress) {
        host_.services().timers.arm(retransmission_, at + sender_.rtt().timeout());
    }
}

void TcpEndpoint::takePayload(const TcpSegment& segment, Nanos at) {
    const std::uint64_t expected = receiver_.octets();
    const std::int64_t ahead = distance(segment.sequence, peerSequence_ + static_cast<std::uint32_t>(expected));
    const std::int64_t offset = static_cast<std::int64_t>(expected) + ahead;
    if (offset < 0) {
        sendControl(tcp::kAck, at);
        return;
    }
    bool now = segment.has(tcp::kFin);
    if (segment.payload != 0) {
        const TcpReceiver::Arrival arrival = receiver_.receive(static_cast<std::uint64_t>(offset), segment.payload);
        now = now || arrival.acknowledgeNow;
        if (arrival.delivered != 0) {
            if (ahead == 0 && unacknowledgedSegments_ == 0) {
                lastTimestamp_ = segment.timestamp; // of the segment that made the acknowledgement due
            }
            observer_.delivered(arrival.delivered, at);
        }
    }
    if (segment.has(tcp::kFin) && static_cast<std::uint64_t>(offset) + segment.payload == receiver_.octets()) {
        peerFinished_ = true;
    }
    if (now || ++unacknowledgedSegments_ >= (data_.delayAcks ? kAcknowledgeEvery : 1)) {
        sendControl(tcp::kAck, at);
    } else if (!TimerQueue::armed(acknowledgment_)) {
        host_.services().timers.arm(acknowledgment_, at + kAcknowledgmentDelay);
    }
}

// RFC 3168 section 6.1: the receiver repeats the mark until the sender says that it has slowed down.
void TcpEndpoint::takeMarks(const TcpSegment& segment) {
    if (segment.has(kCwr)) {
        echoMark_ = false;
    }
    echoMark_ = echoMark_ || segment.congestionExperienced;
    if (segment.has(kEce) && sender_.congestionMarked()) {
        tellReduced_ = true;
    }
}

bool TcpEndpoint::waitingForAcknowledgment() const { return sender_.outstanding() || (finSent_ && !finAcknowledged_); }

void TcpEndpoint::finishIfClosed(Nanos at) {
    if (state_ == State::Established && finAcknowledged_ && peerFinished_) {
        state_ = State::Finished; // stays reachable, to acknowledge a repeated FIN
        host_.services().timers.disarm(retransmission_);
        observer_.finished(at);
    }
}

void TcpEndpoint::sendWhatMay(Nanos at, bool myTurn) {
    if (state_ != State::Established) {
        return;
    }
    TimerQueue& timers = host_.services().timers;
    for (unsigned burst = 0;; ++burst) {
        const std::optional<std::uint64_t> number = sender_.next();
        if (!number) {
            break;
        }
        if (data_.rateBps > 0 && pacedUntil_ > at) {
            timers.arm(pace_, pacedUntil_);
            return;
        }
        if (burst == kBurst || (myTurn ? host_.turns().behind(at) : host_.turns().taken(at))) {
            host_.turns().wait(*this, at);
            return;
        }
        sendData(*number, at);
        sender_.sent(*number);
        if (data_.rateBps > 0) {
            pacedUntil_ = std::max(pacedUntil_, at) + static_cast<Nanos>(sender_.lengthOf(*number) * 8e9 / data_.rateBps);
        }
        if (!TimerQueue::armed(retransmission_)) {
            timers.arm(retransmission_, at + sender_.rtt().timeout());
        }
    }
    sendFinWhenDone(at);
}

void TcpEndpoint::sendFinWhenDone(Nanos at) {
    const bool mayClose = data_.octets != 0 || peerFinished_;
    if (!finSent_ && mayClose && sender_.done()) {
        finSent_ = true;
        sendControl(tcp::kFin | tcp::kAck, at);
    }
}

void TcpEndpoint::sendControl(std::uint8_t flags, Nanos at) {
    TcpSegment segment;
    segment.flags = flags;
    const bool fin = finSent_ && !(flags & tcp::kFin); // our FIN is already on its way
    segment.sequence = initialSequence_ + ((flags & tcp::kSyn) != 0 ? 0 : 1 + static_cast<std::uint32_t>(sender_.sentOctets()) + fin);
    segment.maximumSegment = kMaximumSegment;
    if ((flags & (tcp::kSyn | tcp::kFin)) != 0) {
        host_.services().timers.arm(retransmission_, at + sender_.rtt().timeout());
    }
    transmit(segment, at);
}

void TcpEndpoint::sendData(std::uint64_t number, Nanos at) {
    TcpSegment segment;
    segment.flags = tcp::kAck;
    segment.sequence = initialSequence_ + 1 + static_cast<std::uint32_t>(number * data_.segmentSize);
    segment.payload = sender_.lengthOf(number);
    if (tellReduced_) {
        segment.flags |= kCwr;
        tellReduced_ = false;
    }
    transmit(segment, at);
}

void TcpEndpoint::transmit(TcpSegment& segment, Nanos at) {
    segment.sourcePort = peer_.localPort;
    segment.destinationPort = peer_.remotePort;
    segment.timestamp = microseconds(at);
    if (segment.has(tcp::kAck)) {
        segment.acknowledgment = peerSequence_ + static_cast<std::uint32_t>(receiver_.octets()) + (peerFinished_ ? 1 : 0);
        segment.timestampEcho = lastTimestamp_;
        unacknowledgedSegments_ = 0;
        host_.services().timers.disarm(acknowledgment_);
        if (receiver_.hasHole()) {
            receiver_.reportSack(segment, peerSequence_);
        }
    }
    if (ecn_ && echoMark_ && !segment.has(tcp::kSyn)) {
        segment.flags |= kEce;
    }
    const int capable = ecn_ && segment.payload != 0 ? 2 : 0; // ECT(0) on data only
    const std::uint32_t header = segment.headerLength();
    if (dataplane::PacketBuf* packet = host_.newPacket(dataplane::kProtocolTcp, peer_.remote, header + segment.payload, data_.dscp << 2 | capable)) {
        writeTcp(*packet, segment);
        host_.send(packet, at);
    }
}

void TcpEndpoint::onRetransmissionTimeout(Nanos at) {
    switch (state_) {
    case State::SynSent:
        sender_.rtt().backOff();
        sendControl(tcp::kSyn, at); // without ECN now: the loss may have been because of it (RFC 3168 section 6.1.1.1)
        break;
    case State::SynReceived:
        sender_.rtt().backOff();
        sendControl(tcp::kSyn | tcp::kAck, at);
        break;
    case State::Established:
        if (sender_.outstanding()) {
            sender_.timedOut();
            host_.services().timers.arm(retransmission_, at + sender_.rtt().timeout());
            sendWhatMay(at);
        } else if (finSent_ && !finAcknowledged_) {
            sender_.rtt().backOff();
            sendControl(tcp::kFin | tcp::kAck, at);
        }
        break;
    case State::Closed:
    case State::Finished:
        break;
    }
}

void TcpEndpoint::onAcknowledgmentDelay(Nanos at) { sendControl(tcp::kAck, at); }

} // namespace agent::traffic
