#include "agent/control/commands/baselines.h"

#include "agent/control/commands/rate_sampler.h"

namespace agent::control {

namespace {

// A counter below its base belongs to a queue that began anew: it counts from zero.
std::uint64_t since(std::uint64_t now, std::uint64_t base) { return now >= base ? now - base : now; }

// What waits in the queue is a state, not a count.
dataplane::QueueStats since(dataplane::QueueStats now, const dataplane::QueueStats& base) {
    now.bytes = since(now.bytes, base.bytes);
    now.packets = since(now.packets, base.packets);
    now.dropped = since(now.dropped, base.dropped);
    now.marked = since(now.marked, base.marked);
    return now;
}

} // namespace

dataplane::InterfaceStats Baselines::interface(ItemId item, const dataplane::InterfaceStats& now) const {
    const auto base = interfaces_.find(item);
    return base == interfaces_.end() ? now : difference(now, base->second);
}

dataplane::QueueStats Baselines::tree(ItemId item, const dataplane::QueueStats& now) const {
    const auto base = tree_.find(item);
    return base == tree_.end() ? now : since(now, base->second);
}

dataplane::SimpleQueueStats Baselines::simple(ItemId item, const dataplane::SimpleQueueStats& now) const {
    const auto base = simple_.find(item);
    return base == simple_.end()
               ? now
               : dataplane::SimpleQueueStats{since(now.upload, base->second.upload), since(now.download, base->second.download),
                                             since(now.total, base->second.total)};
}

} // namespace agent::control
