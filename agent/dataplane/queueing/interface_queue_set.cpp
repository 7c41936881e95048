#include "agent/dataplane/queueing/interface_queue_set.h"

#include "agent/dataplane/queueing/egress_queue.h"
#include "agent/dataplane/queueing/tree_rows.h"

#include <algorithm>

namespace agent::dataplane {

namespace {

QueueTypeConfig plainType(const EngineConfig& config, const InterfaceConfig& interface) {
    if (interface.type == InterfaceType::Ether && interface.queueType < config.queues.types.size()) {
        return config.queues.types[interface.queueType];
    }
    QueueTypeConfig none;
    none.kind = QueueKind::None;
    return none;
}

} // namespace

InterfaceQueueSet::InterfaceQueueSet(PacketPool& pool)
    : pool_(pool) {}

InterfaceQueueSet::~InterfaceQueueSet() = default;

void InterfaceQueueSet::configure(const EngineConfig& config, core::base::Nanos now) {
    byInterface_.resize(config.interfaces.size());
    activeNames_.assign(config.interfaces.size(), {});
    interfaces_.clear();
    for (std::size_t i = 0; i < config.interfaces.size(); ++i) {
        const auto interface = static_cast<IfIndex>(i);
        const std::vector<HtbClassSpec> classes = treeRows(config.queues, interface);
        const QueueTypeConfig type = plainType(config, config.interfaces[i]);
        activeNames_[i] = classes.empty() ? type.name : "queue-tree";
        if (classes.empty() && type.kind == QueueKind::None) {
            byInterface_[i].reset();
            continue;
        }
        if (byInterface_[i] == nullptr) {
            byInterface_[i] = std::make_unique<EgressQueue>(pool_, static_cast<std::uint32_t>(i) * 0x9e3779b9u);
        }
        byInterface_[i]->configure(classes, config.queues.types, type, now);
        interfaces_.push_back(interface);
    }
}

bool InterfaceQueueSet::hasTree(IfIndex interface) const {
    return queues(interface) && byInterface_[interface]->hasTree();
}

Admission InterfaceQueueSet::enqueue(IfIndex interface, PacketBuf* packet, core::base::Nanos now, bool ringHasRoom, Passing passing) {
    return queues(interface) ? byInterface_[interface]->enqueue(packet, now, ringHasRoom, passing) : Admission::Direct;
}

std::size_t InterfaceQueueSet::dequeue(IfIndex interface, core::base::Nanos now, Batch& out, std::size_t budget) {
    return queues(interface) ? byInterface_[interface]->dequeue(now, out, budget) : 0;
}

core::base::Nanos InterfaceQueueSet::nextEvent(IfIndex interface, core::base::Nanos now) {
    return queues(interface) ? byInterface_[interface]->nextEvent(now) : kNever;
}

core::base::Nanos InterfaceQueueSet::nextEvent(core::base::Nanos now) {
    core::base::Nanos earliest = kNever;
    for (const IfIndex interface : interfaces_) {
        earliest = std::min(earliest, byInterface_[interface]->nextEvent(now));
    }
    return earliest;
}

std::size_t InterfaceQueueSet::queuedPackets(IfIndex interface) const {
    return queues(interface) ? byInterface_[interface]->queuedPackets() : 0;
}

std::optional<QueueCounters> InterfaceQueueSet::treeCounters(std::uint32_t uid) const {
    for (const IfIndex interface : interfaces_) {
        if (auto counters = byInterface_[interface]->tree().counters(uid)) {
            return counters;
        }
    }
    return std::nullopt;
}

QueueCounters InterfaceQueueSet::interfaceCounters(IfIndex interface) const {
    return queues(interface) ? byInterface_[interface]->counters() : QueueCounters{};
}

std::string_view InterfaceQueueSet::activeQueue(IfIndex interface) const {
    return interface < activeNames_.size() ? std::string_view(activeNames_[interface]) : std::string_view();
}

} // namespace agent::dataplane
