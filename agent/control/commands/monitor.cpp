#include "agent/control/commands/monitor.h"

#include "agent/control/commands/print.h"
#include "agent/control/tree/edit.h"
#include "core/routeros/config/schema.h"

#include <functional>
#include <string>

namespace agent::control {

namespace config = core::routeros::config;
using core::base::Nanos;
using core::model::Request;
using core::model::Row;

namespace {

using MakeRow = Row (*)(Context&, const Item&);

// Shows the rows of some items every interval.
class StateMonitor final : public Stream {
public:
    StateMonitor(Context& context, std::string menu, std::vector<ItemId> items, MakeRow makeRow, Nanos interval, Nanos now)
        : context_(context), menu_(std::move(menu)), items_(std::move(items)), makeRow_(makeRow), interval_(interval), due_(now) {}

    bool poll(Nanos now, std::vector<Row>& rows) override {
        if (now >= due_) {
            append(rows);
            due_ = std::max(due_ + interval_, now + 1);
        }
        return true;
    }
    [[nodiscard]] std::optional<Nanos> due() const override { return due_; }

    void append(std::vector<Row>& rows) {
        for (const ItemId id : items_) {
            if (const Item* item = context_.tree().find(menu_, id)) {
                rows.push_back(makeRow_(context_, *item));
            }
        }
    }

private:
    Context& context_;
    std::string menu_;
    std::vector<ItemId> items_;
    MakeRow makeRow_;
    Nanos interval_;
    Nanos due_;
};

Outcome<Answer> monitor(Context& context, const Request& request, MakeRow makeRow) {
    const auto numbers = request.argument("numbers") ? request.argument("numbers") : request.argument(".id");
    if (!numbers || numbers->empty()) {
        return config::refuse(config::kMissing, "missing value(s) of argument(s) numbers");
    }
    auto items = select(context.tree(), request.menu, *numbers);
    const auto interval = durationArgument(request, "interval");
    if (!items || !interval) {
        return tl::unexpected(items ? interval.error() : items.error());
    }
    auto stream = std::make_unique<StateMonitor>(context, request.menu, std::move(*items), makeRow, interval->value_or(core::base::kSecond),
                                                 context.clock.now());
    Answer answer;
    if (request.argument("once")) {
        stream->append(answer.rows);
        return answer;
    }
    answer.stream = std::move(stream);
    return answer;
}

std::string rateText(std::uint64_t bps) {
    constexpr std::uint64_t giga = 1'000'000'000, mega = 1'000'000;
    if (bps >= giga) {
        const std::uint64_t tenths = bps / (giga / 10);
        return std::to_string(tenths / 10) + (tenths % 10 ? "." + std::to_string(tenths % 10) : "") + "Gbps";
    }
    return std::to_string(bps / mega) + "Mbps";
}

Row linkRow(Context& context, const Item& item) {
    const dataplane::EngineConfig& engine = *context.config.compiled().config;
    const dataplane::IfIndex index = context.config.compiled().interfaceOf(item.id);
    Row row{{"name", std::string(item.value("name"))}, {"status", item.enabled() ? "link-ok" : "no-link"}};
    if (item.enabled() && index != dataplane::kNoInterface && engine.interfaces[index].port < engine.ports.size()) {
        row.set("auto-negotiation", "done");
        row.set("rate", rateText(engine.ports[engine.interfaces[index].port].speedBps));
        row.set("full-duplex", "true");
    }
    return row;
}

Row chipRow(Context& context, const Item& chip) {
    constexpr std::uint64_t fcs = 4;
    const std::vector<dataplane::InterfaceStats> stats = context.engine.interfaceStats();
    dataplane::BytesPackets total, switched;
    for (const Item* port : context.tree().items("/interface/ethernet")) {
        const dataplane::IfIndex index = context.config.compiled().interfaceOf(port->id);
        if (port->value("switch") != chip.value("name") || index >= stats.size()) {
            continue;
        }
        const dataplane::InterfaceStats& s = stats[index];
        const std::uint64_t cpuBytes = s.driverRxByte + fcs * s.driverRxPacket;
        total.bytes += s.rxByte;
        total.packets += s.rxPacket;
        switched.bytes += s.rxByte > cpuBytes ? s.rxByte - cpuBytes : 0;
        switched.packets += s.rxPacket > s.driverRxPacket ? s.rxPacket - s.driverRxPacket : 0;
    }
    return {{"name", std::string(chip.value("name"))},
            {"total-bytes", std::to_string(total.bytes)},
            {"total-packets", std::to_string(total.packets)},
            {"fp-bytes", std::to_string(switched.bytes)},
            {"fp-packets", std::to_string(switched.packets)},
            {"extension", "pathscope"}};
}

} // namespace

Outcome<Answer> ethernetMonitor(Context& context, const Request& request) { return monitor(context, request, linkRow); }

Outcome<Answer> switchMonitor(Context& context, const Request& request) { return monitor(context, request, chipRow); }

} // namespace agent::control
