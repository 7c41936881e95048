#include "core/advisor/bounds.h"

#include "core/base/format.h"

#include <algorithm>
#include <charconv>

namespace core::advisor {
namespace {

using core::base::BitRate;
using core::devices::ThroughputFigure;

constexpr int kSmallFrames = 512; // octets: half of what a line's mean frame is

// What was measured on one of these paths is a floor (ceiling) of the path asked for.
struct Order {
    std::string_view path;
    std::vector<std::string_view> floors, ceilings;
};

const std::vector<Order>& orders() {
    static const std::vector<Order> all{
        {"fasttrack", {"fasttrack", "fasttrack-queue", "slow", "simple-queues"}, {"fast-path"}},
        // A tree is worked by one core at a time, so that what 25 rules on all cores give says nothing about it.
        {"queue", {"fasttrack-queue", "slow-queue"}, {"fast-path"}},
        {"user-queues", {"simple-queues"}, {"fast-path"}},
        {"slow", {"slow"}, {"fasttrack", "fast-path"}},
        {"wireguard", {"wireguard"}, {"fast-path"}},
    };
    return all;
}

bool isOneOf(std::string_view path, const std::vector<std::string_view>& paths) {
    return std::find(paths.begin(), paths.end(), path) != paths.end();
}

std::string told(const ThroughputFigure& figure) {
    return figure.path + " " + core::base::formatBitRate(figure.rate) +
           (figure.octets > 0 ? " at " + std::to_string(figure.octets) + " octets" : "") + " (" + figure.by + ": " + figure.source + ")";
}

} // namespace

Bounds boundsOf(const std::vector<const ThroughputFigure*>& figures, std::string_view path) {
    Bounds out;
    const auto order = std::find_if(orders().begin(), orders().end(), [&](const Order& o) { return o.path == path; });
    if (order == orders().end()) {
        return out;
    }
    const ThroughputFigure* floor = nullptr;
    const ThroughputFigure* ceiling = nullptr;
    for (const ThroughputFigure* figure : figures) {
        if (figure->octets != 0 && figure->octets < kSmallFrames) {
            continue;
        }
        // Of one path the figure of small frames is the one that always holds; of several paths the best is a floor still.
        const bool smaller = std::any_of(figures.begin(), figures.end(), [&](const ThroughputFigure* other) {
            return other->path == figure->path && other->by == figure->by && other->octets >= kSmallFrames &&
                   other->octets < figure->octets;
        });
        if (isOneOf(figure->path, order->floors) && !smaller && (floor == nullptr || figure->rate > floor->rate)) {
            floor = figure;
        }
        if (isOneOf(figure->path, order->ceilings) && (ceiling == nullptr || figure->rate > ceiling->rate)) {
            ceiling = figure;
        }
    }
    if (floor != nullptr) {
        out.atLeast = floor->rate;
        out.sources.push_back("at least " + told(*floor));
    }
    if (ceiling != nullptr && (floor == nullptr || ceiling->rate > floor->rate)) {
        out.atMost = ceiling->rate;
        out.sources.push_back("at most " + told(*ceiling));
    }
    return out;
}

std::optional<BitRate> portSpeed(std::string_view text) {
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
    if (error != std::errc() || (unit != "G" && unit != "M")) {
        return std::nullopt;
    }
    return BitRate{number * (unit == "G" ? 1e9 : 1e6)};
}

} // namespace core::advisor
