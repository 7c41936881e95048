#include "agent/control/commands/monitor_traffic.h"

#include "agent/control/commands/print.h"
#include "core/routeros/config/values.h"

#include <algorithm>
#include <string>

namespace agent::control {

namespace config = core::routeros::config;
using core::base::Nanos;
using core::model::Request;
using core::model::Row;
using dataplane::InterfaceStats;

namespace {

constexpr ItemId kAggregate = 0; // stands for all hardware ports; no item has this id

void add(InterfaceStats& sum, const InterfaceStats& more) {
    sum.rxByte += more.rxByte;
    sum.txByte += more.txByte;
    sum.rxPacket += more.rxPacket;
    sum.txPacket += more.txPacket;
    sum.rxDrop += more.rxDrop;
    sum.txDrop += more.txDrop;
    sum.txQueueDrop += more.txQueueDrop;
    sum.rxError += more.rxError;
    sum.txError += more.txError;
    sum.fpRxByte += more.fpRxByte;
    sum.fpTxByte += more.fpTxByte;
    sum.fpRxPacket += more.fpRxPacket;
    sum.fpTxPacket += more.fpTxPacket;
}

Row rateRow(std::string_view name, const InterfaceStats& delta, Nanos elapsed) {
    const auto rate = [elapsed](std::uint64_t count) { return std::to_string(perSecond(count, elapsed)); };
    return {{"name", std::string(name)},
            {"rx-packets-per-second", rate(delta.rxPacket)},
            {"rx-bits-per-second", rate(delta.rxByte * 8)},
            {"fp-rx-packets-per-second", rate(delta.fpRxPacket)},
            {"fp-rx-bits-per-second", rate(delta.fpRxByte * 8)},
            {"rx-drops-per-second", rate(delta.rxDrop)},
            {"rx-errors-per-second", rate(delta.rxError)},
            {"tx-packets-per-second", rate(delta.txPacket)},
            {"tx-bits-per-second", rate(delta.txByte * 8)},
            {"fp-tx-packets-per-second", rate(delta.fpTxPacket)},
            {"fp-tx-bits-per-second", rate(delta.fpTxByte * 8)},
            {"tx-drops-per-second", rate(delta.txDrop)},
            {"tx-queue-drops-per-second", rate(delta.txQueueDrop)},
            {"tx-errors-per-second", rate(delta.txError)}};
}

bool isHardware(const Context& context, ItemId id) { return context.tree().menuOf(id) == "/interface/ethernet"; }

std::string nameOf(const Context& context, ItemId id) {
    if (id == kAggregate) {
        return "aggregate";
    }
    const Item* item = context.tree().find("/interface", id);
    return item ? std::string(item->value("name")) : std::string();
}

// Counters of one interface, or of all ports together, out of a reading by position.
InterfaceStats statsOf(const Context& context, ItemId id, const std::vector<InterfaceStats>& all) {
    InterfaceStats out;
    const auto& interfaces = context.config.compiled().config->interfaces;
    for (std::size_t i = 0; i < all.size() && i < interfaces.size(); ++i) {
        const ItemId uid = interfaces[i].uid;
        if (uid != 0 && (id == kAggregate ? isHardware(context, uid) : uid == id)) {
            add(out, all[i]);
        }
    }
    return out;
}

// The rate of the last full second, as the router keeps it.
Row lastSecond(const Context& context, ItemId id) {
    if (id != kAggregate) {
        const InterfaceRate rate = context.rates.interfaceRate(id);
        return rateRow(nameOf(context, id), rate.delta, rate.elapsed);
    }
    InterfaceStats sum;
    Nanos elapsed = 0;
    for (const Item* port : context.tree().items("/interface/ethernet")) {
        const InterfaceRate rate = context.rates.interfaceRate(port->id);
        add(sum, rate.delta);
        elapsed = std::max(elapsed, rate.elapsed);
    }
    return rateRow("aggregate", sum, elapsed);
}

class TrafficMonitor final : public Stream {
public:
    TrafficMonitor(Context& context, std::vector<ItemId> interfaces, Nanos interval, std::optional<Nanos> duration, Nanos now)
        : context_(context), interfaces_(std::move(interfaces)), interval_(interval), due_(now), at_(now) {
        if (duration) {
            end_ = now + *duration;
        }
    }

    bool poll(Nanos now, std::vector<Row>& rows) override {
        if (now < due_) {
            return true;
        }
        const std::vector<InterfaceStats> reading = context_.engine.interfaceStats();
        for (std::size_t i = 0; i < interfaces_.size(); ++i) {
            const InterfaceStats stats = statsOf(context_, interfaces_[i], reading);
            const std::string name = nameOf(context_, interfaces_[i]);
            if (name.empty()) {
                continue; // the interface is gone
            }
            rows.push_back(last_.empty() ? lastSecond(context_, interfaces_[i]) : rateRow(name, difference(stats, last_[i]), now - at_));
        }
        last_.clear();
        for (const ItemId id : interfaces_) {
            last_.push_back(statsOf(context_, id, reading));
        }
        at_ = now;
        due_ = std::max(due_ + interval_, now + 1);
        return !end_ || due_ <= *end_;
    }
    [[nodiscard]] std::optional<Nanos> due() const override { return due_; }

private:
    Context& context_;
    std::vector<ItemId> interfaces_;
    Nanos interval_;
    Nanos due_;
    Nanos at_;
    std::optional<Nanos> end_;
    std::vector<InterfaceStats> last_; // empty before the first row
};

Outcome<std::vector<ItemId>> readInterfaces(const Context& context, const Request& request) {
    std::optional<std::string_view> text;
    for (const std::string_view name : {"interface", ".id", "numbers"}) {
        text = text ? text : request.argument(name);
    }
    if (!text || text->empty()) {
        return config::refuse(config::kMissing, "missing value(s) of argument(s) interface");
    }
    std::vector<ItemId> ids;
    for (const std::string_view name : config::splitList(*text)) {
        const Item* item = context.tree().findInterface(name);
        if (!item && name != "aggregate") {
            return config::refuse(config::kArgument, "input does not match any value of interface");
        }
        ids.push_back(item ? item->id : kAggregate);
    }
    return ids;
}

} // namespace

Outcome<Answer> monitorTraffic(Context& context, const Request& request) {
    const auto interfaces = readInterfaces(context, request);
    const auto interval = durationArgument(request, "interval");
    const auto duration = durationArgument(request, "duration");
    if (!interfaces || !interval || !duration) {
        return tl::unexpected(!interfaces ? interfaces.error() : !interval ? interval.error() : duration.error());
    }
    Answer answer;
    if (request.argument("once")) {
        for (const ItemId id : *interfaces) {
            answer.rows.push_back(lastSecond(context, id));
        }
        return answer;
    }
    answer.stream =
        std::make_unique<TrafficMonitor>(context, *interfaces, interval->value_or(core::base::kSecond), *duration, context.clock.now());
    return answer;
}

} // namespace agent::control
