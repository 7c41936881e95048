#include "agent/control/commands/monitor_l3hw.h"

#include "agent/control/commands/print.h"

#include <algorithm>
#include <string>

namespace agent::control {

using core::base::Nanos;
using core::model::Row;

namespace {

Row stateRow(Context& context) {
    std::size_t total = 0, hardware = 0, connections = 0;
    std::uint8_t shortest = 0;
    for (const dataplane::L3HwInfo& chip : context.engine.l3Hardware()) {
        total += chip.routes;
        hardware += chip.inHardware;
        connections = std::max(connections, chip.fastTracked);
        shortest = std::max(shortest, chip.shortestPrefix);
    }
    return {{"ipv4-routes-total", std::to_string(total)}, {"ipv4-routes-hw", std::to_string(hardware)},
            {"ipv4-routes-cpu", std::to_string(total - hardware)}, {"ipv4-shortest-hw-prefix", std::to_string(shortest)},
            {"fasttrack-ipv4-conns", std::to_string(connections)}};
}

class L3HwStream final : public Stream {
public:
    L3HwStream(Context& context, Nanos interval, Nanos now) : context_(context), interval_(interval), due_(now) {}

    bool poll(Nanos now, std::vector<Row>& rows) override {
        if (now >= due_) {
            rows.push_back(stateRow(context_));
            due_ = std::max(due_ + interval_, now + 1);
        }
        return true;
    }
    [[nodiscard]] std::optional<Nanos> due() const override { return due_; }

private:
    Context& context_;
    Nanos interval_;
    Nanos due_;
};

} // namespace

Outcome<Answer> l3HwMonitor(Context& context, const core::model::Request& request) {
    const auto interval = durationArgument(request, "interval");
    if (!interval) {
        return tl::unexpected(interval.error());
    }
    Answer answer;
    if (request.argument("once")) {
        answer.rows.push_back(stateRow(context));
        return answer;
    }
    answer.stream = std::make_unique<L3HwStream>(context, interval->value_or(core::base::kSecond), context.clock.now());
    return answer;
}

} // namespace agent::control
