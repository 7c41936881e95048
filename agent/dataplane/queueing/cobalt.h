// COBALT, the loss control of cake: CoDel's schedule of losses (RFC 8289), winding down instead of stopping when the delay is gone, and
// beside it BLUE (Feng et al., 2002), which loses at random while the queue keeps overflowing, for traffic that does not listen.
#pragma once

#include "core/base/units.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace agent::dataplane {

struct CobaltParameters {
    core::base::Nanos target = 5 * core::base::kMillisecond;
    core::base::Nanos interval = 100 * core::base::kMillisecond;
    core::base::Nanos packetTime = 0; // of a full frame at the rate of the tin
};

struct Cobalt {
    core::base::Nanos dropNext = 0;
    core::base::Nanos blueTimer = 0;
    std::uint32_t count = 0;
    std::uint32_t blue = 0; // probability of a random loss, of 2^32
    bool dropping = false;

    // The packet just taken waited `sojourn`. `mark` tells its sender by ECN if it can. True: it is to be lost.
    template <class Mark>
    bool mustDrop(const CobaltParameters& p, core::base::Nanos now, core::base::Nanos sojourn, std::uint32_t bulkFlows, std::uint32_t random,
                  Mark mark) {
        const bool over = sojourn > p.target && sojourn > p.packetTime * bulkFlows * 2 && sojourn > p.packetTime * 4;
        core::base::Nanos late = now - dropNext;
        bool due = count != 0 && late >= 0;
        if (over && !dropping) {
            dropping = true;
            count = std::max(count, 1u);
            dropNext = after(now, p);
            late = now - dropNext;
            due = late >= 0;
        } else if (!over) {
            dropping = false;
        }
        bool drop = false;
        if (due && dropping) {
            drop = !mark();
            count += count < kMostCount ? 1 : 0;
            dropNext = after(dropNext, p);
            late = now - dropNext;
        } else {
            for (; due; due = count != 0 && late >= 0) {
                --count;
                dropNext = after(dropNext, p);
                late = now - dropNext;
            }
        }
        drop = drop || random < blue;
        if (count == 0) {
            dropNext = now + p.interval; // idle, the time only says when memory ends
        } else if (late > 0 && !drop) {
            dropNext = now;
        }
        return drop;
    }

    void overflowed(const CobaltParameters& p, core::base::Nanos now) {
        if (now - blueTimer > p.target) {
            blue = blue > 0xffffffffu - kBlueUp ? 0xffffffffu : blue + kBlueUp;
            blueTimer = now;
        }
        dropping = true;
        dropNext = now;
        count = std::max(count, 1u);
    }
    void ranEmpty(const CobaltParameters& p, core::base::Nanos now) {
        if (blue != 0 && now - blueTimer > p.target) {
            blue -= std::min(blue, kBlueDown);
            blueTimer = now;
        }
        dropping = false;
        if (count != 0 && now >= dropNext) {
            --count;
            dropNext = after(dropNext, p);
        }
    }

private:
    static constexpr std::uint32_t kMostCount = 1u << 24;
    static constexpr std::uint32_t kBlueUp = 1u << 24;   // 1/256
    static constexpr std::uint32_t kBlueDown = 1u << 20; // 1/4096

    [[nodiscard]] core::base::Nanos after(core::base::Nanos t, const CobaltParameters& p) const {
        return t + static_cast<core::base::Nanos>(static_cast<double>(p.interval) / std::sqrt(static_cast<double>(std::max(count, 1u))));
    }
};

} // namespace agent::dataplane
