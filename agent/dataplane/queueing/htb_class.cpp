#include "agent/dataplane/queueing/htb_class.h"

#include <algorithm>

namespace agent::dataplane {

void HtbList::pushBack(HtbClass& c, std::size_t slot) {
    c.previous[slot] = tail;
    c.next[slot] = nullptr;
    (tail == nullptr ? head : tail->next[slot]) = &c;
    tail = &c;
}

void HtbList::remove(HtbClass& c, std::size_t slot) {
    (c.previous[slot] == nullptr ? head : c.previous[slot]->next[slot]) = c.next[slot];
    (c.next[slot] == nullptr ? tail : c.next[slot]->previous[slot]) = c.previous[slot];
}

void HtbClass::configure(const HtbClassConfig& wanted, core::base::Nanos now) {
    config = wanted;
    guaranteed = config.limitAt != 0;
    limited = config.maxLimit != 0;
    priority = static_cast<std::uint8_t>(std::clamp<int>(config.priority, 1, 8) - 1);
    // Linux: rate / r2q with r2q = 10, within 1000…200000 octets.
    quantum = std::clamp<std::int64_t>(static_cast<std::int64_t>(config.limitAt / 8 / 10), 1000, 200'000);
    const double seconds = std::clamp(config.bucketSize, 0.0, 10.0);
    floor.configure(config.limitAt, seconds);
    ceiling.configure(std::max(config.limitAt, config.maxLimit), seconds);
    burst.configure(config, now);
    ceiling.setRate(ceilingRate());
    refilledAt = now;
    colour = currentColour();
}

void HtbClass::resume(const HtbClass& before) {
    floor = before.floor;
    ceiling = before.ceiling;
    burst = before.burst;
    refilledAt = before.refilledAt;
    colour = currentColour();
}

void HtbClass::refill(core::base::Nanos now) {
    const core::base::Nanos elapsed = now - refilledAt;
    if (elapsed == 0) { // packets of one batch
        return;
    }
    refilledAt = now;
    if (guaranteed) {
        floor.refill(elapsed);
    }
    if (!limited) {
        return;
    }
    ceiling.refill(elapsed);
    if (burst.advance(now)) {
        ceiling.setRate(ceilingRate());
    }
}

std::uint64_t HtbClass::ceilingRate() const {
    return std::max(config.limitAt, burst.bursting() ? config.burstLimit : config.maxLimit);
}

} // namespace agent::dataplane
