// The sending half of a TCP connection in numbers of segments: what to send next, what is lost, how large the window is.
// Selective acknowledgement and loss detection after RFC 6675, with forward acknowledgement (a segment is lost when one three
// further has arrived); CUBIC or NewReno window (cubic.h, new_reno.h). Sends nothing itself:
//
//   while (auto next = sender.next()) { transmit(*next); sender.sent(*next); }
//   sender.acknowledged(offset, sacked, at);
//
// Segment k holds octets k*segmentSize … of the stream; only the last one may be shorter. Time is passed in.
#pragma once

#include "agent/traffic/cubic.h"
#include "agent/traffic/new_reno.h"
#include "agent/traffic/rtt_estimator.h"
#include "agent/traffic/scenario.h"
#include "agent/traffic/segment_ranges.h"
#include "agent/traffic/tcp_segment.h"

#include <cstdint>
#include <deque>
#include <limits>
#include <optional>
#include <span>
#include <variant>

namespace agent::traffic {

constexpr std::uint64_t kEndless = std::numeric_limits<std::uint64_t>::max();

class TcpSender {
public:
    TcpSender() = default;
    // octets: 0 nothing, kEndless without end.
    // window: octets the receiver takes.
    TcpSender(std::uint64_t octets, std::uint32_t segmentSize, Congestion congestion = Congestion::Cubic, std::uint32_t window = kWindowOctets);

    // The segment to send now; nothing when the window is full or there is no data.
    [[nodiscard]] std::optional<std::uint64_t> next();
    // `segment` is what next() returned.
    void sent(std::uint64_t segment);
    // Cumulative acknowledgement of `octets` of the stream, and selectively acknowledged ranges of segments.
    void acknowledged(std::uint64_t octets, std::span<const SegmentRange> sacked, core::base::Nanos at);
    void timedOut();
    // The receiver saw a mark of congestion: the window is cut, once per round trip (RFC 3168 section 6.1.2). True when it was.
    bool congestionMarked();

    RttEstimator& rtt() { return rtt_; }
    [[nodiscard]] std::uint32_t lengthOf(std::uint64_t segment) const;
    [[nodiscard]] std::uint64_t octets() const { return octets_; }
    [[nodiscard]] std::uint64_t acknowledgedOctets() const;
    [[nodiscard]] std::uint64_t sentOctets() const; // one behind the highest octet ever sent
    [[nodiscard]] bool outstanding() const { return unacknowledged_ < highest_; }
    [[nodiscard]] bool done() const { return unacknowledged_ == segments_; }
    [[nodiscard]] double window() const { return std::visit([](const auto& c) { return c.window(); }, congestion_); }
    [[nodiscard]] std::uint64_t retransmissions() const { return retransmissions_; }

private:
    struct Retransmitted {
        std::uint64_t segment;
        std::uint64_t highest; // highest_ when it was sent again
    };

    [[nodiscard]] std::uint64_t octetsUpTo(std::uint64_t segment) const;
    [[nodiscard]] std::uint64_t lossEdge() const;
    [[nodiscard]] std::uint64_t lostWaiting() const;
    [[nodiscard]] std::uint64_t pipe() const;
    [[nodiscard]] std::uint64_t nextHole() const;
    void findLostRetransmissions();

    std::uint64_t octets_ = 0;
    std::uint64_t segments_ = 0;
    std::uint32_t segmentSize_ = 1;
    std::uint64_t unacknowledged_ = 0; // first segment not acknowledged
    std::uint64_t next_ = 0;           // next segment to send in order; goes back after a time-out
    std::uint64_t highest_ = 0;        // one behind the highest segment ever sent
    std::uint64_t repaired_ = 0;       // holes below it have been sent again
    std::uint64_t recoveryPoint_ = 0;
    bool recovering_ = false;
    bool windowFull_ = false; // the window, not the application or the line, was the last limit
    SegmentRanges sacked_;
    std::deque<Retransmitted> retransmitted_;
    std::deque<std::uint64_t> lostAgain_; // retransmissions that got lost
    std::variant<Cubic, NewReno> congestion_;
    std::uint32_t window_ = kWindowOctets;
    std::uint64_t cutUntil_ = 0; // a mark of congestion counts again once this segment is acknowledged
    RttEstimator rtt_;
    std::uint64_t retransmissions_ = 0;
};

} // namespace agent::traffic
