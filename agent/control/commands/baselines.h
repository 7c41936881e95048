// reset-counters of interfaces and queues: the engine goes on counting, what is shown starts from where it stood.
#pragma once

#include "agent/control/commands/engine_view.h"
#include "agent/control/tree/tree.h"

#include <map>

namespace agent::control {

class Baselines {
public:
    void resetInterface(ItemId item, const dataplane::InterfaceStats& now) { interfaces_[item] = now; }
    void resetTree(ItemId item, const dataplane::QueueStats& now) { tree_[item] = now; }
    void resetSimple(ItemId item, const dataplane::SimpleQueueStats& now) { simple_[item] = now; }

    // What was counted since the last reset.
    [[nodiscard]] dataplane::InterfaceStats interface(ItemId item, const dataplane::InterfaceStats& now) const;
    [[nodiscard]] dataplane::QueueStats tree(ItemId item, const dataplane::QueueStats& now) const;
    [[nodiscard]] dataplane::SimpleQueueStats simple(ItemId item, const dataplane::SimpleQueueStats& now) const;

private:
    std::map<ItemId, dataplane::InterfaceStats> interfaces_;
    std::map<ItemId, dataplane::QueueStats> tree_;
    std::map<ItemId, dataplane::SimpleQueueStats> simple_;
};

} // namespace agent::control
