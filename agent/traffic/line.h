// The outer end of a cable as a transmitter: frames leave one after the other at line rate.
#pragma once

#include "core/base/units.h"

#include <algorithm>
#include <cstdint>

namespace agent::traffic {

// Preamble, start delimiter and inter-packet gap, in octets (IEEE 802.3).
constexpr std::uint32_t kLineOverhead = 20;

class Line {
public:
    explicit Line(std::uint64_t bps) : bps_(bps) {}

    // Puts a frame of `wireLength` octets (with FCS) on the line and returns when its last bit has left.
    core::base::Nanos transmit(std::uint32_t wireLength, core::base::Nanos at) {
        freeAt_ = std::max(freeAt_, at) + timeOf(wireLength);
        return freeAt_;
    }
    // TCP stops writing while this much waits, so that it does not queue in its own host (cf. TCP small queues in Linux).
    [[nodiscard]] core::base::Nanos readyAt() const { return freeAt_ - allowance(); }
    // Whether even UDP finds no place: more than a thousand full frames, the usual length of a host's transmit queue, wait.
    [[nodiscard]] bool overflowing(core::base::Nanos at) const { return freeAt_ - at > 1000 * timeOf(kFullFrame); }

private:
    static constexpr std::uint32_t kFullFrame = 1518;
    static constexpr core::base::Nanos kAllowance = 300 * core::base::kMicrosecond;

    [[nodiscard]] core::base::Nanos timeOf(std::uint32_t wireLength) const { return core::base::transmissionTime(wireLength + kLineOverhead, bps_); }
    [[nodiscard]] core::base::Nanos allowance() const { return std::max(kAllowance, 2 * timeOf(kFullFrame)); }

    std::uint64_t bps_;
    core::base::Nanos freeAt_ = 0;
};

} // namespace agent::traffic
