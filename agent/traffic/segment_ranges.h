// A set of segment numbers held as ranges: what a receiver has beyond a hole, what a sender knows to have arrived (RFC 2018).
// At most 64 ranges; a number that would need one more is refused, which to TCP looks like one more lost packet.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace agent::traffic {

struct SegmentRange {
    std::uint64_t begin = 0, end = 0; // half open
    bool operator==(const SegmentRange&) const = default;
};

class SegmentRanges {
public:
    // How many numbers of the range are new; 0 also when there is no place for it.
    std::uint64_t add(SegmentRange range);
    void removeBelow(std::uint64_t number);
    void clear() { count_ = 0; }

    [[nodiscard]] bool empty() const { return count_ == 0; }
    [[nodiscard]] std::span<const SegmentRange> ranges() const { return {ranges_.data(), count_}; }
    // One behind the highest number; 0 when empty.
    [[nodiscard]] std::uint64_t end() const { return count_ == 0 ? 0 : ranges_[count_ - 1].end; }
    [[nodiscard]] std::uint64_t countWithin(std::uint64_t begin, std::uint64_t end) const;
    // `number`, or the first one after it that is not in the set.
    [[nodiscard]] std::uint64_t nextMissing(std::uint64_t number) const;
    // The range `number` lies in; empty (0, 0) when in none.
    [[nodiscard]] SegmentRange rangeOf(std::uint64_t number) const;

private:
    std::array<SegmentRange, 64> ranges_; // ascending, with gaps between them
    std::size_t count_ = 0;
};

} // namespace agent::traffic
