// The bucket behind limit and dst-limit: `count` tokens per `per`, at most `burst` of them saved up. It is full at first.
#pragma once

#include "agent/dataplane/config/rule_matchers.h"

#include <algorithm>
#include <cstdint>

namespace agent::dataplane {

class TokenMeter {
public:
    // True, and the cost is taken, while tokens are left. The last packet may overdraw: then the average is still exact, and a packet
    // that costs more than the burst passes at all.
    bool take(const match::Rate& rate, double cost, core::base::Nanos now) {
        const double most = std::max(1.0, static_cast<double>(rate.burst));
        const double each = static_cast<double>(rate.count) / static_cast<double>(std::max<core::base::Nanos>(rate.per, 1));
        tokens_ = filledAt_ < 0 ? most : std::min(most, tokens_ + each * static_cast<double>(now - filledAt_));
        filledAt_ = now;
        if (tokens_ < (rate.bits ? 1e-6 : 1.0 - 1e-6)) { // a thousandth of a packet: what sums of fractions lose
            return false;
        }
        tokens_ -= cost;
        return true;
    }
    [[nodiscard]] core::base::Nanos usedAt() const { return filledAt_; }

private:
    double tokens_ = 0;
    core::base::Nanos filledAt_ = -1;
};

inline double costOf(const match::Rate& rate, const PacketBuf& p) { return rate.bits ? 8.0 * p.l3Length() : 1.0; }

} // namespace agent::dataplane
