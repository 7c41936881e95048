// The receiving half of a TCP connection: puts segments in order and says what to acknowledge (RFC 9293, RFC 2018, RFC 5681).
#pragma once

#include "agent/traffic/segment_ranges.h"
#include "agent/traffic/tcp_segment.h"

#include <cstdint>

namespace agent::traffic {

class TcpReceiver {
public:
    TcpReceiver() = default;
    explicit TcpReceiver(std::uint32_t segmentSize) : segmentSize_(segmentSize) {}

    struct Arrival {
        std::uint64_t delivered = 0; // octets that became readable in order
        bool acknowledgeNow = false; // out of order, a filled hole, or a duplicate
    };
    // `offset` is of the payload's first octet in the stream.
    Arrival receive(std::uint64_t offset, std::uint32_t length);

    // Octets received without a gap: the cumulative acknowledgement.
    [[nodiscard]] std::uint64_t octets() const;
    [[nodiscard]] bool hasHole() const { return !beyond_.empty(); }
    // The block with the latest arrival first, then others in turn. `origin` is the sequence number of octet 0.
    void reportSack(TcpSegment& segment, std::uint32_t origin);

private:
    [[nodiscard]] std::uint64_t octetsUpTo(std::uint64_t segment) const;

    std::uint32_t segmentSize_ = 1;
    std::uint64_t next_ = 0; // first segment that is missing
    std::uint64_t latest_ = 0;
    std::uint64_t last_ = ~std::uint64_t{0}; // number of the short segment that ends the stream, once seen
    std::uint32_t lastLength_ = 0;
    SegmentRanges beyond_;
    std::size_t turn_ = 0;
};

} // namespace agent::traffic
