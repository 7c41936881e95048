#include "agent/runtime/queue_watch.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace agent::runtime {

using dataplane::Engine;
using dataplane::QueueStats;

QueueWatch::QueueWatch(const dataplane::EngineConfig& config) {
    for (const auto& queue : config.queues.tree) {
        queues_.push_back({queue.name, queue.uid, Part::Tree, !queue.parent, {}, {}});
    }
    for (const auto& queue : config.queues.simple) {
        queues_.push_back({queue.name + "/upload", queue.uid, Part::Upload, !queue.parent, {}, {}});
        queues_.push_back({queue.name + "/download", queue.uid, Part::Download, !queue.parent, {}, {}});
    }
}

QueueStats QueueWatch::statsOf(const Watched& queue, const Engine& engine) {
    if (queue.part == Part::Tree) {
        return engine.treeStats(queue.uid);
    }
    const dataplane::SimpleQueueStats stats = engine.simpleStats(queue.uid);
    return queue.part == Part::Upload ? stats.upload : stats.download;
}

void QueueWatch::begin(const Engine& engine) {
    for (Watched& queue : queues_) {
        queue.then = statsOf(queue, engine);
        queue.backlog.clear();
    }
    most_ = 0;
}

void QueueWatch::sample(const Engine& engine) {
    std::uint64_t all = 0;
    for (Watched& queue : queues_) {
        const std::uint64_t octets = statsOf(queue, engine).queuedBytes;
        all += queue.root ? octets : 0;
        queue.backlog.push_back(static_cast<std::uint32_t>(std::min<std::uint64_t>(octets, std::numeric_limits<std::uint32_t>::max())));
    }
    most_ = std::max(most_, all);
}

std::uint64_t QueueWatch::takeMost() { return std::exchange(most_, 0); }

std::vector<QueueResult> QueueWatch::results(const Engine& engine) const {
    std::vector<QueueResult> out;
    for (const Watched& queue : queues_) {
        const QueueStats now = statsOf(queue, engine);
        QueueResult result{queue.name, now.bytes - queue.then.bytes, now.dropped - queue.then.dropped, 0};
        if (std::vector<std::uint32_t> samples = queue.backlog; !samples.empty()) {
            const auto p95 = samples.begin() + static_cast<std::ptrdiff_t>((samples.size() - 1) * 95 / 100);
            std::nth_element(samples.begin(), p95, samples.end());
            result.backlogP95 = *p95;
        }
        out.push_back(std::move(result));
    }
    return out;
}

} // namespace agent::runtime
