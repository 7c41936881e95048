#include "agent/traffic/tcp_sender.h"

#include "agent/traffic/tcp_segment.h"

#include <algorithm>

namespace agent::traffic {
namespace {

constexpr std::uint64_t kDuplicateThreshold = 3; // RFC 5681

} // namespace

TcpSender::TcpSender(std::uint64_t octets, std::uint32_t segmentSize, Congestion congestion, std::uint32_t window)
    : octets_(octets), segments_(octets == kEndless ? kEndless : (octets + segmentSize - 1) / segmentSize), segmentSize_(segmentSize), window_(window) {
    if (congestion == Congestion::NewReno) {
        congestion_ = NewReno();
    }
}

std::uint64_t TcpSender::octetsUpTo(std::uint64_t segment) const { return std::min(segment * segmentSize_, octets_); }

std::uint32_t TcpSender::lengthOf(std::uint64_t segment) const {
    return static_cast<std::uint32_t>(octetsUpTo(segment + 1) - octetsUpTo(segment));
}

std::uint64_t TcpSender::acknowledgedOctets() const { return octetsUpTo(unacknowledged_); }
std::uint64_t TcpSender::sentOctets() const { return octetsUpTo(highest_); }

// Segments below it that have not arrived are lost.
std::uint64_t TcpSender::lossEdge() const {
    const std::uint64_t end = sacked_.end();
    return end > kDuplicateThreshold ? std::min(end - kDuplicateThreshold, next_) : 0;
}

// Known to be lost and not sent again yet.
std::uint64_t TcpSender::lostWaiting() const {
    const std::uint64_t from = std::max(unacknowledged_, repaired_);
    const std::uint64_t to = lossEdge();
    return lostAgain_.size() + (to > from ? to - from - sacked_.countWithin(from, to) : 0);
}

// Segments believed to be in the network (RFC 6675, section 4).
std::uint64_t TcpSender::pipe() const {
    if (sacked_.empty()) {
        return next_ - unacknowledged_ - std::min<std::uint64_t>(lostAgain_.size(), next_ - unacknowledged_);
    }
    const std::uint64_t gone = sacked_.countWithin(unacknowledged_, next_) + lostWaiting();
    const std::uint64_t span = next_ - unacknowledged_;
    return span > gone ? span - gone : 0;
}

std::uint64_t TcpSender::nextHole() const { return sacked_.nextMissing(std::max(unacknowledged_, repaired_)); }

std::optional<std::uint64_t> TcpSender::next() {
    windowFull_ = static_cast<double>(pipe()) + 1 > window();
    if (windowFull_) {
        return std::nullopt;
    }
    if (!lostAgain_.empty()) {
        return lostAgain_.front();
    }
    if (const std::uint64_t hole = nextHole(); hole < lossEdge()) {
        return hole;
    }
    const std::uint64_t segment = next_ < highest_ ? sacked_.nextMissing(next_) : next_;
    if (segment >= segments_ || (segment + 1 - unacknowledged_) * segmentSize_ > window_) {
        return std::nullopt;
    }
    return segment;
}

void TcpSender::sent(std::uint64_t segment) {
    retransmissions_ += segment < highest_ ? 1 : 0;
    if (!lostAgain_.empty() && segment == lostAgain_.front()) {
        lostAgain_.pop_front();
        retransmitted_.push_back({segment, highest_});
    } else if (segment < next_) {
        repaired_ = segment + 1;
        retransmitted_.push_back({segment, highest_});
    } else {
        next_ = segment + 1;
        highest_ = std::max(highest_, next_);
    }
}

// A retransmission is lost when a segment first sent after it has arrived and it has not.
void TcpSender::findLostRetransmissions() {
    while (!retransmitted_.empty()) {
        const Retransmitted& oldest = retransmitted_.front();
        const bool arrived = oldest.segment < unacknowledged_ || sacked_.rangeOf(oldest.segment).end != 0;
        if (!arrived) {
            if (sacked_.end() < oldest.highest + kDuplicateThreshold) {
                break;
            }
            lostAgain_.push_back(oldest.segment);
        }
        retransmitted_.pop_front();
    }
    while (!lostAgain_.empty() && (lostAgain_.front() < unacknowledged_ || sacked_.rangeOf(lostAgain_.front()).end != 0)) {
        lostAgain_.pop_front();
    }
}

void TcpSender::acknowledged(std::uint64_t octets, std::span<const SegmentRange> sacked, core::base::Nanos at) {
    std::uint64_t inOrder = 0; // newly acknowledged; what was known to have arrived does not count again
    const std::uint64_t upTo = octets >= octets_ ? segments_ : octets / segmentSize_;
    if (upTo > unacknowledged_ && upTo <= highest_) {
        inOrder = upTo - unacknowledged_ - sacked_.countWithin(unacknowledged_, upTo);
        unacknowledged_ = upTo;
        next_ = std::max(next_, upTo);
        sacked_.removeBelow(upTo);
    }
    for (const SegmentRange& range : sacked) {
        const SegmentRange inside{std::max(range.begin, unacknowledged_), std::min(range.end, highest_)};
        sacked_.add(inside);
    }
    if (!retransmitted_.empty() || !lostAgain_.empty()) {
        findLostRetransmissions();
    }
    if (recovering_ && unacknowledged_ >= recoveryPoint_) {
        recovering_ = false;
    }
    if (!recovering_ && lostWaiting() > 0) {
        recovering_ = true;
        recoveryPoint_ = highest_;
        std::visit([](auto& c) { c.lost(); }, congestion_);
    } else if (!recovering_ && windowFull_ && inOrder > 0) {
        std::visit([&](auto& c) { c.acknowledged(static_cast<double>(inOrder), rtt_.smoothed(), at); }, congestion_);
    }
}

bool TcpSender::congestionMarked() {
    if (recovering_ || unacknowledged_ < cutUntil_) {
        return false;
    }
    cutUntil_ = highest_;
    std::visit([](auto& c) { c.lost(); }, congestion_);
    return true;
}

void TcpSender::timedOut() {
    rtt_.backOff();
    std::visit([](auto& c) { c.timedOut(); }, congestion_);
    recovering_ = false;
    retransmitted_.clear();
    lostAgain_.clear();
    repaired_ = highest_; // what is sent in order from here on is no hole
    next_ = unacknowledged_;
}

} // namespace agent::traffic
