// Matchers on what connection tracking knows.
#include "agent/dataplane/classifier/connection_counter.h"
#include "agent/dataplane/classifier/flow_mix.h"
#include "agent/dataplane/classifier/rule_matcher.h"

#include <algorithm>
#include <vector>

namespace agent::dataplane {

namespace {

using core::base::Nanos;

std::uint64_t bytesOf(const MatchInput& in) {
    return in.conntrack.counters(in.packet.connection, 0).bytes + in.conntrack.counters(in.packet.connection, 1).bytes;
}

bool inSpan(std::uint64_t value, std::uint64_t first, std::uint64_t last) { return first <= value && (last == 0 || value <= last); }

// Bits per second of a connection, measured over the spans between two packets that are at least a second apart; 0 before the first
// such span is over. (RouterOS does not say how it measures.)
class RateMeter final : public RuleMatcher {
public:
    explicit RateMeter(const match::ConnectionRate& m) : m_(m) {}

    bool matches(const MatchInput& in) override {
        if (in.connection == nullptr) {
            return false;
        }
        const std::uint32_t at = in.packet.connection;
        if (at >= seen_.size()) {
            seen_.resize(std::max<std::size_t>(2 * seen_.size(), at + 1024));
        }
        Seen& s = seen_[at];
        const std::uint32_t id = in.conntrack.id(at);
        const std::uint64_t bytes = bytesOf(in);
        const Nanos now = in.context.now;
        if (s.id != id) {
            s = {now, bytes, 0, id};
        } else if (const Nanos span = now - s.since; span >= core::base::kSecond) {
            s.rate = static_cast<std::uint64_t>(static_cast<double>((bytes - s.bytes) * 8) * 1e9 / static_cast<double>(span));
            s.since = now;
            s.bytes = bytes;
        }
        return inSpan(s.rate, m_.first, m_.last);
    }

private:
    struct Seen {
        Nanos since = 0;
        std::uint64_t bytes = 0, rate = 0;
        std::uint32_t id = 0; // Conntrack::id(); 0: nothing yet
    };
    match::ConnectionRate m_;
    std::vector<Seen> seen_; // by connection
};

class LimitOfConnections final : public RuleMatcher {
public:
    explicit LimitOfConnections(const match::ConnectionLimit& m)
        : limit_(m.limit), mask_(Ipv4Prefix{0, m.length}.mask()) {}

    bool matches(const MatchInput& in) override {
        if (in.connection == nullptr) {
            return false;
        }
        const std::uint32_t client = in.conntrack.flow(in.packet.connection, 0).src;
        return counter_.count(client & mask_, in.packet.connection, in.conntrack) > limit_;
    }

private:
    std::uint32_t limit_, mask_;
    ConnectionCounter counter_;
};

} // namespace

std::unique_ptr<RuleMatcher> makeConnectionMatcher(const match::Any& what) {
    if (const auto* m = std::get_if<match::ConnectionBytes>(&what)) {
        return asking([m = *m](const MatchInput& in) { return in.connection != nullptr && inSpan(bytesOf(in), m.first, m.last); });
    }
    if (const auto* m = std::get_if<match::ConnectionRate>(&what)) {
        return std::make_unique<RateMeter>(*m);
    }
    if (const auto* m = std::get_if<match::ConnectionLimit>(&what)) {
        return std::make_unique<LimitOfConnections>(*m);
    }
    if (const auto* m = std::get_if<match::ConnectionType>(&what)) {
        return asking([helper = m->helper](const MatchInput& in) { return in.connection != nullptr && in.connection->announcedBy == helper; });
    }
    if (const auto* m = std::get_if<match::PerConnectionClassifier>(&what)) {
        return asking([m = *m](const MatchInput& in) { return mixFields(in.packet, m.fields) % m.denominator == m.remainder; });
    }
    return nullptr;
}

} // namespace agent::dataplane
