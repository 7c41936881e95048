#include "core/metrics/learn_traffic.h"

#include <algorithm>
#include <cmath>

namespace core::metrics {

using core::base::BitRate;
using core::base::PacketRate;
using core::model::InterfaceRates;
using core::model::LearnedTraffic;
using core::model::RateSample;
using core::model::TrafficPart;
using core::model::TrafficPlace;

namespace {

constexpr double kLeastBps = 10e3;
constexpr double kLeastShare = 0.02;
constexpr std::size_t kMostParts = 6;
constexpr double kFullCore = 95;           // percent
constexpr double kLongPacket = 500;        // octets: mean of a direction that carries data by TCP
constexpr double kAcknowledgement = 300;   // octets: mean of a direction that answers, with a request among many acknowledgements
constexpr double kAcknowledgements = 1.2;  // of them for each packet of data, at most
constexpr std::uint64_t kMostConnections = 48; // of one part: more change nothing but the time it takes
constexpr std::uint64_t kUnknownConnections = 8;
constexpr std::uint32_t kLargestFrame = 1518;

// What a place's own network sends into the router and gets from it.
struct Load {
    const TrafficPlace* place = nullptr;
    double in = 0, out = 0;               // bits per second
    double inPackets = 0, outPackets = 0; // per second
};

const InterfaceRates* find(const RateSample& rates, const std::string& name) {
    const auto found = std::find_if(rates.interfaces.begin(), rates.interfaces.end(), [&](const InterfaceRates& each) { return each.name == name; });
    return found == rates.interfaces.end() ? nullptr : &*found;
}

Load loadOf(const RateSample& rates, const TrafficPlace& place) {
    Load out{&place, 0, 0, 0, 0};
    if (const InterfaceRates* counted = find(rates, place.name)) {
        out.in = counted->rx.value_or(BitRate{}).bps;
        out.out = counted->tx.value_or(BitRate{}).bps;
        out.inPackets = counted->rxPackets.value_or(PacketRate{}).pps;
        out.outPackets = counted->txPackets.value_or(PacketRate{}).pps;
    }
    return out;
}

std::vector<Load> loadsOf(const RateSample& rates, const std::vector<TrafficPlace>& places) {
    std::vector<Load> out;
    for (const TrafficPlace& place : places) {
        out.push_back(loadOf(rates, place));
    }
    for (const Load& child : std::vector<Load>(out)) { // its parent counted it too
        for (Load& parent : out) {
            if (!child.place->parent.empty() && parent.place->name == child.place->parent) {
                parent.in = std::max(0.0, parent.in - child.in);
                parent.out = std::max(0.0, parent.out - child.out);
                parent.inPackets = std::max(0.0, parent.inPackets - child.inPackets);
                parent.outPackets = std::max(0.0, parent.outPackets - child.outPackets);
            }
        }
    }
    return out;
}

// One direction between two places.
struct Stream {
    const TrafficPlace *from = nullptr, *to = nullptr;
    double bps = 0, pps = 0;
    [[nodiscard]] double packetSize() const { return pps > 0 ? bps / 8 / pps : kLargestFrame; }
};

std::vector<Stream> streamsOf(const std::vector<Load>& loads) {
    std::vector<Stream> out;
    for (const Load& from : loads) {
        double others = 0;
        for (const Load& to : loads) {
            others += &to == &from ? 0 : to.out;
        }
        for (const Load& to : loads) {
            if (&to != &from && others > 0 && from.in > 0) {
                out.push_back({from.place, to.place, from.in * to.out / others, from.inPackets * to.out / others});
            }
        }
    }
    return out;
}

bool answers(const Stream& stream, const std::vector<Stream>& all) {
    return std::any_of(all.begin(), all.end(), [&](const Stream& data) {
        return data.from == stream.to && data.to == stream.from && data.packetSize() >= kLongPacket && stream.packetSize() <= kAcknowledgement &&
               stream.pps <= kAcknowledgements * data.pps;
    });
}

TrafficPart partOf(const Stream& stream, double share, std::uint64_t connections, bool held) {
    TrafficPart part;
    const bool inwards = stream.from->outside && !stream.to->outside; // asked for from inside
    part.from = inwards ? stream.to->name : stream.from->name;
    part.to = inwards ? stream.from->name : stream.to->name;
    const std::string direction = inwards ? "_ndown=" : "_nup=";
    if (stream.packetSize() >= kLongPacket) {
        const auto streams = std::clamp<std::uint64_t>(static_cast<std::uint64_t>(std::llround(static_cast<double>(connections) * share)), 1, kMostConnections);
        part.tests = {"tcp" + direction + std::to_string(streams)};
        part.rateBps = held ? 0 : stream.bps;
        part.packetSize = kLargestFrame;
    } else {
        part.tests = {"udp" + direction + "1"};
        part.rateBps = stream.bps;
        part.packetSize = static_cast<std::uint32_t>(std::clamp(std::lround(stream.packetSize()), 64L, static_cast<long>(kLargestFrame)));
    }
    return part;
}

} // namespace

std::optional<RateSample> meanRates(const std::deque<RateSample>& history, core::base::Nanos span) {
    if (history.empty()) {
        return std::nullopt;
    }
    RateSample mean = history.back();
    std::vector<const RateSample*> samples;
    for (const RateSample& sample : history) {
        if (sample.elapsed > 0 && sample.at > mean.at - span) {
            samples.push_back(&sample);
        }
    }
    if (samples.empty()) {
        return std::nullopt;
    }
    // Absent in all samples stays absent.
    const auto meanOf = [&](const std::string& name, auto member) {
        auto sum = InterfaceRates{}.*member;
        for (const RateSample* sample : samples) {
            const InterfaceRates* counted = find(*sample, name);
            if (counted != nullptr && counted->*member) {
                sum = sum ? *sum + *(counted->*member) : *(counted->*member);
            }
        }
        return sum;
    };
    const auto parts = static_cast<double>(samples.size());
    for (InterfaceRates& interface : mean.interfaces) {
        for (const auto member : {&InterfaceRates::rx, &InterfaceRates::tx}) {
            const auto sum = meanOf(interface.name, member);
            interface.*member = sum ? std::optional(BitRate{sum->bps / parts}) : std::nullopt;
        }
        for (const auto member : {&InterfaceRates::rxPackets, &InterfaceRates::txPackets}) {
            const auto sum = meanOf(interface.name, member);
            interface.*member = sum ? std::optional(PacketRate{sum->pps / parts}) : std::nullopt;
        }
    }
    core::model::PathShare paths;
    for (const RateSample* sample : samples) {
        for (std::size_t path = 0; path < core::model::kPathCount; ++path) {
            paths.byPath[path].bps += sample->paths.byPath[path].bps / parts;
        }
        paths.unattributed.bps += sample->paths.unattributed.bps / parts;
        paths.total.bps += sample->paths.total.bps / parts;
        paths.totalPackets.pps += sample->paths.totalPackets.pps / parts;
    }
    mean.paths = paths;
    mean.elapsed = span;
    return mean;
}

std::optional<LearnedTraffic> learnTraffic(const RateSample& rates, const std::vector<TrafficPlace>& places, std::optional<std::uint64_t> connections,
                                           double busiestCore) {
    std::vector<Stream> streams = streamsOf(loadsOf(rates, places));
    std::stable_sort(streams.begin(), streams.end(), [](const Stream& a, const Stream& b) { return a.bps > b.bps; });
    LearnedTraffic out;
    double packets = 0;
    for (const Stream& stream : streams) {
        out.rate.bps += stream.bps;
        packets += stream.pps;
    }
    if (out.rate.bps < kLeastBps) {
        return std::nullopt;
    }
    out.packetSize = packets > 0 ? out.rate.bps / 8 / packets : 0;
    out.connections = connections;
    out.held = busiestCore >= kFullCore;
    out.busiestCore = busiestCore;
    out.fastShare = 1 - rates.paths.share(core::model::PathKind::Slow) - rates.paths.unattributedShare();
    for (const Stream& stream : streams) {
        const double share = stream.bps / out.rate.bps;
        if (out.parts.size() < kMostParts && share >= kLeastShare && !answers(stream, streams)) {
            out.parts.push_back(partOf(stream, share, connections.value_or(kUnknownConnections), out.held));
        }
    }
    return out.parts.empty() ? std::nullopt : std::optional(out);
}

} // namespace core::metrics
