// /queue: trees, simple queues, types, interfaces.
#include "agent/control/commands/rows.h"

#include <string>

namespace agent::control {

using core::model::Row;

namespace {

std::string pairText(std::uint64_t upload, std::uint64_t download) { return std::to_string(upload) + "/" + std::to_string(download); }

} // namespace

Rows queueTreeRows(Context& context) {
    const std::vector<const Item*> items = context.tree().items("/queue/tree");
    const auto stats = context.engine.treeStats(idsOf(items));
    Rows rows;
    for (std::size_t i = 0; i < items.size(); ++i) {
        Row row = configRow("/queue/tree", *items[i]);
        const QueueRate rate = context.rates.treeRate(items[i]->id);
        const dataplane::QueueStats counted = context.baselines.tree(items[i]->id, stats[i]);
        row.set("rate", std::to_string(rate.bitsPerSecond));
        row.set("packet-rate", std::to_string(rate.packetsPerSecond));
        row.set("queued-bytes", std::to_string(stats[i].queuedBytes));
        row.set("queued-packets", std::to_string(stats[i].queuedPackets));
        row.set("bytes", std::to_string(counted.bytes));
        row.set("packets", std::to_string(counted.packets));
        row.set("dropped", std::to_string(counted.dropped));
        if (counted.marked > 0) {
            row.set("ecn-marked", std::to_string(counted.marked));
        }
        row.set("invalid", boolText(context.config.compiled().invalid.contains(items[i]->id)));
        rows.push_back(std::move(row));
    }
    return rows;
}

Rows queueSimpleRows(Context& context) {
    const std::vector<const Item*> items = context.tree().items("/queue/simple");
    const auto stats = context.engine.simpleStats(idsOf(items));
    Rows rows;
    for (std::size_t i = 0; i < items.size(); ++i) {
        Row row = configRow("/queue/simple", *items[i]);
        const auto [upload, download] = context.rates.simpleRate(items[i]->id);
        const auto [up, down, total] = context.baselines.simple(items[i]->id, stats[i]);
        row.set("rate", pairText(upload.bitsPerSecond, download.bitsPerSecond));
        row.set("packet-rate", pairText(upload.packetsPerSecond, download.packetsPerSecond));
        row.set("queued-bytes", pairText(up.queuedBytes, down.queuedBytes));
        row.set("queued-packets", pairText(up.queuedPackets, down.queuedPackets));
        row.set("bytes", pairText(up.bytes, down.bytes));
        row.set("packets", pairText(up.packets, down.packets));
        row.set("dropped", pairText(up.dropped, down.dropped));
        if (up.marked + down.marked > 0) {
            row.set("ecn-marked", pairText(up.marked, down.marked));
        }
        const QueueRate both = context.rates.simpleTotalRate(items[i]->id);
        row.set("total-rate", std::to_string(both.bitsPerSecond));
        row.set("total-packet-rate", std::to_string(both.packetsPerSecond));
        row.set("total-queued-bytes", std::to_string(total.queuedBytes));
        row.set("total-queued-packets", std::to_string(total.queuedPackets));
        row.set("total-bytes", std::to_string(total.bytes));
        row.set("total-packets", std::to_string(total.packets));
        row.set("total-dropped", std::to_string(total.dropped));
        row.set("invalid", boolText(context.config.compiled().invalid.contains(items[i]->id)));
        row.set("dynamic", "false");
        rows.push_back(std::move(row));
    }
    return rows;
}

Rows queueTypeRows(Context& context) {
    Rows rows;
    for (const Item* item : context.tree().items("/queue/type")) {
        // A type shows the parameters of its kind only: "fq-codel-limit" for kind fq-codel.
        Row row{{".id", formatId(item->id)}, {"name", std::string(item->value("name"))}, {"kind", std::string(item->value("kind"))}};
        const std::string prefix = std::string(item->value("kind")) + "-";
        const Row all = configRow("/queue/type", *item);
        for (const core::model::Attribute& attribute : all.attributes()) {
            if (attribute.name.starts_with(prefix) || attribute.name == "comment") {
                row.set(attribute.name, attribute.value);
            }
        }
        row.set("default", boolText(item->builtin));
        rows.push_back(std::move(row));
    }
    return rows;
}

Rows queueInterfaceRows(Context& context) {
    const std::vector<std::string> active = context.engine.activeQueues();
    Rows rows;
    for (const Item* item : context.tree().items("/queue/interface")) {
        Row row = configRow("/queue/interface", *item);
        const Item* interface = context.tree().findInterface(item->value("interface"));
        const dataplane::IfIndex index = interface ? context.config.compiled().interfaceOf(interface->id) : dataplane::kNoInterface;
        if (index < active.size()) {
            row.set("active-queue", active[index]);
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

} // namespace agent::control
