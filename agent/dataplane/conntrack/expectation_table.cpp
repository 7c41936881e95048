#include "agent/dataplane/conntrack/expectation_table.h"

#include <algorithm>

namespace agent::dataplane {

void ExpectationTable::add(const Expectation& wanted) {
    const auto same = [&](const Expectation& e) {
        return e.until != 0 && e.protocol == wanted.protocol && e.source == wanted.source && e.destination == wanted.destination &&
               e.port == wanted.port;
    };
    auto place = std::find_if(places_.begin(), places_.end(), same);
    if (place == places_.end()) { // a free place ends first of all
        place = std::min_element(places_.begin(), places_.end(), [](const auto& a, const auto& b) { return a.until < b.until; });
    }
    count_ += place->until == 0 ? 1 : 0;
    *place = wanted;
}

std::optional<Expectation> ExpectationTable::take(const FlowKey& key, core::base::Nanos now) {
    for (Expectation& e : places_) {
        if (e.until == 0) {
            continue;
        }
        const bool late = e.until <= now;
        const bool meant = e.protocol == key.protocol && e.destination == key.dst && e.port == key.dport &&
                           (e.source == 0 || e.source == key.src);
        if (!late && !meant) {
            continue;
        }
        const Expectation found = std::exchange(e, {});
        --count_;
        if (!late) {
            return found;
        }
    }
    return std::nullopt;
}

bool ExpectationTable::isWantedByOthers(std::uint8_t protocol, std::uint32_t destination, std::uint16_t port, const Expectation& own,
                                        core::base::Nanos now) const {
    return std::any_of(places_.begin(), places_.end(), [&](const Expectation& e) {
        return e.until > now && e.protocol == protocol && e.destination == destination && e.port == port &&
               (e.toAddress != own.toAddress || e.toPort != own.toPort);
    });
}

} // namespace agent::dataplane
