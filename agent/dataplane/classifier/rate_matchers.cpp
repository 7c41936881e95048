// limit, dst-limit, psd: matchers that count packets over time.
#include "agent/dataplane/classifier/flow_mix.h"
#include "agent/dataplane/classifier/rule_matcher.h"
#include "agent/dataplane/classifier/token_meter.h"
#include "agent/dataplane/parse/ipv4.h"

#include <algorithm>
#include <array>
#include <vector>

namespace agent::dataplane {

namespace {

using core::base::Nanos;

// A rate of its own for every address (or pair, or service) it meets. Keys are kept by a 64 bit mix of the chosen fields. A set of four
// places takes a new key in the place of one that has expired, else of the one that rested longest.
class LimitByKey final : public RuleMatcher {
public:
    explicit LimitByKey(const match::DstLimit& m) : m_(m), places_(kSets * kWays) {}

    bool matches(const MatchInput& in) override {
        const std::uint64_t key = mixFields(in.packet, m_.fields) | 1;
        Place& place = placeOf(key, in.context.now);
        return place.meter.take(m_.rate, costOf(m_.rate, in.packet), in.context.now);
    }

private:
    static constexpr std::size_t kSets = 4096, kWays = 4;
    struct Place {
        std::uint64_t key = 0;
        TokenMeter meter;
    };

    Place& placeOf(std::uint64_t key, Nanos now) {
        Place* const set = places_.data() + (key >> 20) % kSets * kWays;
        Place* oldest = set;
        for (Place* place = set; place != set + kWays; ++place) {
            if (place->key == key) {
                if (m_.expire > 0 && now - place->meter.usedAt() >= m_.expire) {
                    place->meter = {};
                }
                return *place;
            }
            oldest = place->meter.usedAt() < oldest->meter.usedAt() ? place : oldest;
        }
        *oldest = {key, {}};
        return *oldest;
    }

    match::DstLimit m_;
    std::vector<Place> places_;
};

// Port scan detection: every port a host has not tried yet adds its weight, until it rests for the delay.
class PortScanDetector final : public RuleMatcher {
public:
    explicit PortScanDetector(const match::PortScan& m) : m_(m), hosts_(kHosts) {}

    bool matches(const MatchInput& in) override {
        const PacketBuf& p = in.packet;
        if ((p.flags & kHasPorts) == 0) {
            return false;
        }
        Host& host = hosts_[mixBits(p.src) % kHosts];
        if (host.address != p.src || in.context.now - host.seen > m_.delayThreshold) {
            host = {};
            host.address = p.src;
        }
        host.seen = in.context.now;
        const std::uint32_t port = p.dport | std::uint32_t{p.protocol} << 16;
        const auto end = host.ports.begin() + host.count;
        if (std::find(host.ports.begin(), end, port) == end) {
            host.weight += p.dport < 1024 ? m_.lowPortWeight : m_.highPortWeight;
            if (host.count < kPorts) {
                host.ports[host.count++] = port;
            }
        }
        return host.weight >= m_.weightThreshold;
    }

private:
    static constexpr std::size_t kHosts = 1024, kPorts = 24; // a host in the place of another makes that one be forgotten
    struct Host {
        std::uint32_t address = 0, weight = 0;
        Nanos seen = 0;
        std::uint8_t count = 0;
        std::array<std::uint32_t, kPorts> ports{};
    };
    match::PortScan m_;
    std::vector<Host> hosts_;
};

} // namespace

std::unique_ptr<RuleMatcher> makeRateMatcher(const match::Any& what) {
    if (const auto* m = std::get_if<match::Limit>(&what)) {
        return asking([rate = m->rate, meter = TokenMeter{}](const MatchInput& in) mutable {
            return meter.take(rate, costOf(rate, in.packet), in.context.now);
        });
    }
    if (const auto* m = std::get_if<match::DstLimit>(&what)) {
        return std::make_unique<LimitByKey>(*m);
    }
    if (const auto* m = std::get_if<match::PortScan>(&what)) {
        return std::make_unique<PortScanDetector>(*m);
    }
    return nullptr;
}

} // namespace agent::dataplane
