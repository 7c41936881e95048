#include "agent/traffic/tcp_receiver.h"

namespace agent::traffic {

std::uint64_t TcpReceiver::octetsUpTo(std::uint64_t segment) const {
    return segment > last_ ? last_ * segmentSize_ + lastLength_ : segment * segmentSize_;
}

std::uint64_t TcpReceiver::octets() const { return octetsUpTo(next_); }

TcpReceiver::Arrival TcpReceiver::receive(std::uint64_t offset, std::uint32_t length) {
    const std::uint64_t number = offset / segmentSize_;
    if (offset % segmentSize_ != 0 || length > segmentSize_ || number - next_ > kWindowOctets / segmentSize_) {
        return {0, true}; // before the window, beyond it, or cut differently from what was agreed
    }
    if (length < segmentSize_) {
        last_ = number;
        lastLength_ = length;
    }
    const std::uint64_t before = octets();
    if (number == next_ && beyond_.empty()) {
        ++next_;
        return {octets() - before, false};
    }
    latest_ = number;
    if (number != next_) {
        beyond_.add({number, number + 1});
        return {0, true};
    }
    next_ = beyond_.nextMissing(number + 1);
    beyond_.removeBelow(next_);
    return {octets() - before, true};
}

void TcpReceiver::reportSack(TcpSegment& segment, std::uint32_t origin) {
    const auto block = [&](SegmentRange range) {
        segment.sack[segment.sackBlocks++] = {origin + static_cast<std::uint32_t>(octetsUpTo(range.begin)),
                                              origin + static_cast<std::uint32_t>(octetsUpTo(range.end))};
    };
    const SegmentRange first = beyond_.rangeOf(latest_);
    if (first.end != 0) {
        block(first);
    }
    const auto ranges = beyond_.ranges();
    for (std::size_t tried = 0; tried < ranges.size() && segment.sackBlocks < kMaxSackBlocks; ++tried) {
        const SegmentRange& range = ranges[turn_++ % ranges.size()];
        if (range != first) {
            block(range);
        }
    }
}

} // namespace agent::traffic
