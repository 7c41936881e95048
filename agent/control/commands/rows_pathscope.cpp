// /pathscope: what no RouterOS has. Ground truth per path, the modelled board, the traffic scenario.
#include "agent/control/commands/rows.h"
#include "core/model/path_kind.h"

#include <array>
#include <cstdio>
#include <string>

namespace agent::control {

using core::model::Row;

namespace {

// Two places behind the point: the spread of round-trip times is often below a millisecond.
std::string hundredths(double value) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.2f", value);
    return text.data();
}

// The middle of a step of the histogram, apart from its neighbours also below a tenth of a millisecond.
std::string fine(double ms) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.6g", ms);
    return text.data();
}

} // namespace

Rows pathRows(Context& context) {
    const dataplane::PathCounters counters = context.engine.pathCounters();
    Rows rows;
    for (const core::model::PathKind path : core::model::kAllPaths) {
        const auto index = static_cast<std::size_t>(path);
        rows.push_back({{".id", formatId(static_cast<ItemId>(index + 1))}, {"name", std::string(core::model::pathId(path))},
                        {"bytes", std::to_string(counters.bytes[index])}, {"packets", std::to_string(counters.packets[index])}});
    }
    return rows;
}

// Every packet that came in or was made ends in one of these rows, in tx of an Ethernet interface, in a queue's drops, or still waits.
Rows dropRows(Context& context) {
    const dataplane::PacketLedger ledger = context.engine.ledger();
    Rows rows;
    const auto add = [&rows](std::string_view name, std::string_view kind, std::uint64_t packets) {
        rows.push_back({{".id", formatId(static_cast<ItemId>(rows.size() + 1))}, {"name", std::string(name)}, {"kind", std::string(kind)},
                        {"packets", std::to_string(packets)}});
    };
    add("received", "in", ledger.received);
    add("originated", "in", ledger.originated);
    add("copied", "in", ledger.copied);
    add("consumed", "out", ledger.consumed);
    for (std::size_t i = 0; i < dataplane::kDropReasonCount; ++i) {
        const auto reason = static_cast<dataplane::DropReason>(i);
        add(dataplane::dropReasonName(reason), "drop", ledger.of(reason));
    }
    return rows;
}

Rows boardRows(Context& context) {
    const core::devices::Board& board = context.config.board();
    std::string chips;
    for (const core::devices::Chip& chip : board.chips) {
        chips += (chips.empty() ? "" : ",") + chip.name + ":" + chip.type;
    }
    return {Row{{"board-name", board.boardName},
                {"model", board.model},
                {"cpu-count", std::to_string(board.cores)},
                {"ports", std::to_string(board.ports.size())},
                {"chips", chips},
                {"native", boolText(context.native)},
                {"cost-source", board.cost.source}}};
}

Rows scenarioRows(Context& context) {
    const runtime::TrafficReport report = context.engine.traffic();
    const std::string& name = report.scenario;
    Row row{{"name", name}, {"running", boolText(!name.empty())}, {"load-percent", hundredths(report.loadPercent)}, {"skipped-ms", std::to_string(report.skipped / core::base::kMillisecond)}};
    if (context.lab) {
        row.set("lab", context.lab->name);
        row.set("title", context.lab->title);
    }
    return {row};
}

Rows trafficRows(Context& context) {
    Rows rows;
    std::uint32_t number = 0;
    for (const runtime::TrafficReport::Flow& flow : context.engine.traffic().flows) {
        Row row{{".id", formatId(++number)}, {"name", flow.name}, {"kind", flow.kind},
                {"bits-per-second", std::to_string(static_cast<std::uint64_t>(flow.bitsPerSecond))}, {"bytes", std::to_string(flow.bytes)},
                {"lost", std::to_string(flow.lost)}, {"retransmitted", std::to_string(flow.retransmitted)}};
        if (flow.rttP50Ms > 0) { // 0: no sample
            row.set("rtt-p50", hundredths(flow.rttP50Ms));
            row.set("rtt-p99", hundredths(flow.rttP99Ms));
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

// Every ping's round trips since it began, as counts that only grow: what came between two readings is their difference.
Rows roundTripRows(Context& context) {
    Rows rows;
    for (const runtime::TrafficReport::Flow& flow : context.engine.traffic().flows) {
        for (const auto& [ms, count] : flow.roundTrips) {
            rows.push_back({{".id", formatId(static_cast<ItemId>(rows.size() + 1))}, {"name", flow.name}, {"ms", fine(ms)}, {"count", std::to_string(count)}});
        }
    }
    return rows;
}

} // namespace agent::control
