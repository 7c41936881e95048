#include "agent/control/commands/rate_sampler.h"

#include <array>

namespace agent::control {

using dataplane::InterfaceStats;
using dataplane::QueueStats;

namespace {

constexpr std::array kSampled{
    &InterfaceStats::rxByte, &InterfaceStats::txByte, &InterfaceStats::rxPacket, &InterfaceStats::txPacket, &InterfaceStats::rxDrop,
    &InterfaceStats::txDrop, &InterfaceStats::txQueueDrop, &InterfaceStats::rxError, &InterfaceStats::txError, &InterfaceStats::fpRxByte,
    &InterfaceStats::fpTxByte, &InterfaceStats::fpRxPacket, &InterfaceStats::fpTxPacket, &InterfaceStats::driverRxByte,
    &InterfaceStats::driverRxPacket, &InterfaceStats::driverTxByte, &InterfaceStats::driverTxPacket,
};

std::uint64_t grown(std::uint64_t now, std::uint64_t before) { return now >= before ? now - before : now; }

template <class Stats> std::map<ItemId, Stats> byItem(const EngineView::Uids& items, const std::vector<Stats>& stats) {
    std::map<ItemId, Stats> out;
    for (std::size_t i = 0; i < items.size() && i < stats.size(); ++i) {
        out.emplace(items[i], stats[i]);
    }
    return out;
}

EngineView::Uids idsOf(const Tree& tree, std::string_view menu) {
    EngineView::Uids ids;
    for (const Item* item : tree.items(menu)) {
        ids.push_back(item->id);
    }
    return ids;
}

} // namespace

InterfaceStats difference(const InterfaceStats& a, const InterfaceStats& b) {
    InterfaceStats out;
    for (const auto counter : kSampled) {
        out.*counter = grown(a.*counter, b.*counter);
    }
    return out;
}

std::uint64_t perSecond(std::uint64_t count, core::base::Nanos elapsed) {
    return elapsed <= 0 ? 0 : static_cast<std::uint64_t>(static_cast<double>(count) * 1e9 / static_cast<double>(elapsed) + 0.5);
}

void RateSampler::sample(const LiveConfig& config, EngineView& engine, core::base::Nanos now) {
    Reading reading;
    reading.at = now;
    const std::vector<InterfaceStats> stats = engine.interfaceStats();
    const auto& interfaces = config.compiled().config->interfaces;
    for (std::size_t i = 0; i < interfaces.size() && i < stats.size(); ++i) {
        reading.interfaces.emplace(interfaces[i].uid, stats[i]);
    }
    const auto tree = idsOf(config.tree(), "/queue/tree");
    if (!tree.empty()) {
        reading.tree = byItem(tree, engine.treeStats(tree));
    }
    const auto simple = idsOf(config.tree(), "/queue/simple");
    if (!simple.empty()) {
        reading.simple = byItem(simple, engine.simpleStats(simple));
    }
    before_ = std::move(last_);
    last_ = std::move(reading);
}

InterfaceRate RateSampler::interfaceRate(ItemId interface) const {
    const auto now = last_.interfaces.find(interface);
    const auto then = before_.interfaces.find(interface);
    if (now == last_.interfaces.end() || then == before_.interfaces.end()) {
        return {};
    }
    return {last_.at - before_.at, difference(now->second, then->second)};
}

QueueRate RateSampler::rate(const QueueStats& now, const QueueStats& before) const {
    const core::base::Nanos elapsed = last_.at - before_.at;
    return {perSecond(grown(now.bytes, before.bytes) * 8, elapsed), perSecond(grown(now.packets, before.packets), elapsed)};
}

QueueRate RateSampler::treeRate(ItemId queue) const {
    const auto now = last_.tree.find(queue);
    const auto then = before_.tree.find(queue);
    return now == last_.tree.end() || then == before_.tree.end() ? QueueRate{} : rate(now->second, then->second);
}

std::pair<QueueRate, QueueRate> RateSampler::simpleRate(ItemId queue) const {
    const auto now = last_.simple.find(queue);
    const auto then = before_.simple.find(queue);
    if (now == last_.simple.end() || then == before_.simple.end()) {
        return {};
    }
    return {rate(now->second.upload, then->second.upload), rate(now->second.download, then->second.download)};
}

QueueRate RateSampler::simpleTotalRate(ItemId queue) const {
    const auto now = last_.simple.find(queue);
    const auto then = before_.simple.find(queue);
    return now == last_.simple.end() || then == before_.simple.end() ? QueueRate{} : rate(now->second.total, then->second.total);
}

} // namespace agent::control
