// time, random, nth: matchers that do not look at the packet at all.
#include "agent/dataplane/classifier/flow_mix.h"
#include "agent/dataplane/classifier/rule_matcher.h"
#include "core/base/seeds.h"

namespace agent::dataplane {

namespace {

bool timeHolds(const match::Time& m, core::base::Nanos wall) {
    const std::int64_t seconds = wall / core::base::kSecond;
    const auto second = static_cast<std::uint32_t>(seconds % 86400);
    const auto day = static_cast<unsigned>((seconds / 86400 + 4) % 7); // 1970-01-01 was a Thursday
    const bool within = m.first <= m.last ? m.first <= second && second <= m.last : second >= m.first || second <= m.last;
    return within && (m.days >> day & 1u) != 0;
}

} // namespace

std::unique_ptr<RuleMatcher> makeChanceMatcher(const match::Any& what) {
    if (const auto* m = std::get_if<match::Time>(&what)) {
        return asking([m = *m](const MatchInput& in) { return timeHolds(m, in.environment.wallAtZero + in.context.now); });
    }
    if (const auto* m = std::get_if<match::Random>(&what)) {
        return asking([percent = m->percent, state = core::base::freshSeed()](const MatchInput&) mutable {
            state += 0x9e3779b97f4a7c15ull;
            return mixBits(state) % 100 < percent;
        });
    }
    if (const auto* m = std::get_if<match::Nth>(&what)) {
        return asking([m = *m, count = std::uint32_t{0}](const MatchInput&) mutable {
            count = count % m.every + 1;
            return count == m.packet;
        });
    }
    return nullptr;
}

} // namespace agent::dataplane
