// Which counters were seen already (RFC 6479): a sliding window of bits behind the greatest one.
//
//   if (!window.accept(counter)) drop;     // seen before, or older than the window. Ask only about authentic packets.
#pragma once

#include <array>
#include <cstdint>

namespace agent::dataplane {

class ReplayWindow {
public:
    static constexpr std::uint64_t kBits = 8192;
    static constexpr std::uint64_t kSize = kBits - 64; // the word being filled is not counted on

    bool accept(std::uint64_t counter) {
        if (counter > greatest_ || !any_) {
            std::uint64_t first = any_ ? greatest_ / 64 + 1 : 0;
            const std::uint64_t last = counter / 64;
            if (last >= first + words_.size()) {
                first = last - words_.size() + 1;
            }
            for (; first <= last; ++first) {
                words_[first % words_.size()] = 0;
            }
            greatest_ = counter;
            any_ = true;
        } else if (greatest_ - counter >= kSize) {
            return false;
        }
        std::uint64_t& word = words_[counter / 64 % words_.size()];
        const std::uint64_t bit = std::uint64_t{1} << counter % 64;
        const bool fresh = (word & bit) == 0;
        word |= bit;
        return fresh;
    }

private:
    std::array<std::uint64_t, kBits / 64> words_{};
    std::uint64_t greatest_ = 0;
    bool any_ = false;
};

} // namespace agent::dataplane
