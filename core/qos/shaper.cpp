#include "core/qos/shaper.h"

#include <cmath>

namespace core::qos {

using core::model::Attribute;

namespace {

constexpr double kFullFrameBits = 1514 * 8;
// CoDel cannot see less than a packet: below this a full frame alone takes longer than the default target of 5 ms.
constexpr double kSlowLine = 4e6;

} // namespace

ShaperChoice chooseShaper(const Wishes& wishes, const core::doctor::Version& version) {
    const bool modern = version.atLeast(7, 1);
    if ((wishes.shaper == Shaper::FqCodel || wishes.shaper == Shaper::Cake) && !modern) {
        return {wishes.shaper, {}, "fq-codel and cake are there since RouterOS 7.1; this router has sfq and pcq."};
    }
    if (!wishes.overhead.empty() && wishes.shaper != Shaper::Cake && (wishes.shaper != Shaper::Auto || !modern)) {
        return {wishes.shaper, {}, "Only cake counts the overhead of a line; it is there since RouterOS 7.1."};
    }
    switch (wishes.shaper) {
    case Shaper::FqCodel:
    case Shaper::Cake:
    case Shaper::Sfq:
    case Shaper::Pcq:
        return {wishes.shaper, "As asked for.", {}};
    case Shaper::Auto:
        break;
    }
    if (!modern) {
        return {Shaper::Pcq, "pcq shares the line evenly between the users; fq-codel, which also keeps queues short, needs RouterOS 7.1.", {}};
    }
    if (!wishes.overhead.empty()) {
        return {Shaper::Cake, "cake counts the overhead of the line, and shares it by host and by flow.", {}};
    }
    return {Shaper::FqCodel, "fq-codel keeps queues short at the least cost for the processor.", {}};
}

std::vector<Attribute> typeOf(const Wishes& wishes, Shaper shaper, Way way, core::base::BitRate rate) {
    const bool up = way == Way::Up;
    switch (shaper) {
    case Shaper::Cake: {
        // Below NAT the sender of an upload is the router: cake-nat looks the real one up.
        std::vector<Attribute> out{{"kind", "cake"}, {"cake-nat", "yes"}, {"cake-flowmode", up ? "dual-srchost" : "dual-dsthost"}};
        if (!wishes.overhead.empty()) {
            out.push_back({"cake-overhead-scheme", wishes.overhead});
        }
        if (wishes.voice) {
            out.push_back({"cake-diffserv", "diffserv4"});
        }
        return out;
    }
    case Shaper::Sfq:
        return {{"kind", "sfq"}};
    case Shaper::Pcq:
        return {{"kind", "pcq"}, {"pcq-classifier", up ? "src-address" : "dst-address"}};
    case Shaper::Auto:
    case Shaper::FqCodel:
        break;
    }
    std::vector<Attribute> out{{"kind", "fq-codel"}};
    if (rate.bps < kSlowLine) {
        out.push_back({"fq-codel-target", std::to_string(std::lround(1.5 * kFullFrameBits / rate.bps * 1000)) + "ms"});
    }
    return out;
}

} // namespace core::qos
