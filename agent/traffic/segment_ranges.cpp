#include "agent/traffic/segment_ranges.h"

#include <algorithm>

namespace agent::traffic {

std::uint64_t SegmentRanges::add(SegmentRange range) {
    if (range.begin >= range.end) {
        return 0;
    }
    // [first, last) are the ranges that overlap or touch the new one; they melt into it.
    std::size_t first = count_;
    while (first > 0 && ranges_[first - 1].end >= range.begin) {
        --first;
    }
    std::size_t last = first;
    std::uint64_t known = 0;
    SegmentRange merged = range;
    while (last < count_ && ranges_[last].begin <= range.end) {
        const std::uint64_t from = std::max(ranges_[last].begin, range.begin);
        const std::uint64_t to = std::min(ranges_[last].end, range.end);
        known += to > from ? to - from : 0;
        merged.begin = std::min(merged.begin, ranges_[last].begin);
        merged.end = std::max(merged.end, ranges_[last].end);
        ++last;
    }
    if (first == last) {
        if (count_ == ranges_.size()) {
            return 0;
        }
        std::move_backward(ranges_.begin() + static_cast<std::ptrdiff_t>(first), ranges_.begin() + static_cast<std::ptrdiff_t>(count_),
                           ranges_.begin() + static_cast<std::ptrdiff_t>(count_ + 1));
        ++count_;
    } else {
        std::move(ranges_.begin() + static_cast<std::ptrdiff_t>(last), ranges_.begin() + static_cast<std::ptrdiff_t>(count_),
                  ranges_.begin() + static_cast<std::ptrdiff_t>(first + 1));
        count_ -= last - first - 1;
    }
    ranges_[first] = merged;
    return range.end - range.begin - known;
}

void SegmentRanges::removeBelow(std::uint64_t number) {
    std::size_t gone = 0;
    while (gone < count_ && ranges_[gone].end <= number) {
        ++gone;
    }
    if (gone != 0) {
        std::move(ranges_.begin() + static_cast<std::ptrdiff_t>(gone), ranges_.begin() + static_cast<std::ptrdiff_t>(count_), ranges_.begin());
        count_ -= gone;
    }
    if (count_ != 0 && ranges_[0].begin < number) {
        ranges_[0].begin = number;
    }
}

std::uint64_t SegmentRanges::countWithin(std::uint64_t begin, std::uint64_t end) const {
    std::uint64_t total = 0;
    for (const SegmentRange& range : ranges()) {
        const std::uint64_t from = std::max(range.begin, begin);
        const std::uint64_t to = std::min(range.end, end);
        total += to > from ? to - from : 0;
    }
    return total;
}

std::uint64_t SegmentRanges::nextMissing(std::uint64_t number) const {
    const SegmentRange range = rangeOf(number);
    return range.end == 0 ? number : range.end;
}

SegmentRange SegmentRanges::rangeOf(std::uint64_t number) const {
    for (const SegmentRange& range : ranges()) {
        if (number >= range.begin && number < range.end) {
            return range;
        }
    }
    return {};
}

} // namespace agent::traffic
