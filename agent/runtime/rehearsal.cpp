#include "agent/runtime/rehearsal.h"

#include <algorithm>

namespace agent::runtime {
namespace {

using core::base::kMillisecond;
using core::base::kSecond;
using core::base::Nanos;
using traffic::FlowReport;

constexpr Nanos kSlice = 100 * kMillisecond;
constexpr Nanos kBacklogEvery = 10 * kMillisecond;

double perSecond(std::uint64_t octets, Nanos span) { return span > 0 ? core::base::rateOf(octets, span).bps : 0; }

RttSummary summaryOf(const traffic::RttRecord& record) {
    return {record.percentileMs(0.5), record.percentileMs(0.95), record.percentileMs(0.99), record.longestMs()};
}

} // namespace

Rehearsal::Rehearsal(const core::devices::Board& board, dataplane::EngineConfigPtr config, const traffic::Scenario& scenario, const Span& span)
    : seeds_(span.seed), span_(span), machine_(board, {.native = false, .seed = span.seed}), next_(Machine::kStart), queues_(*config), busy_(board.cores, 0.0) {
    machine_.configure(std::move(config));
    machine_.play(scenario);
    if (span_.warmup == 0) {
        beginMeasuring();
    }
}

void Rehearsal::runUntil(Nanos until) {
    while (machine_.now() < until) {
        next_ = machine_.step(std::min(until, std::max(next_, machine_.now() + Pacer::kQuantum)));
    }
}

bool Rehearsal::advance() {
    const Nanos end = Machine::kStart + span_.warmup + span_.duration;
    const Nanos measured = Machine::kStart + span_.warmup;
    const Nanos sliceEnd = std::min(end, machine_.now() + kSlice);
    while (machine_.now() < sliceEnd) {
        const bool warm = machine_.now() >= measured;
        runUntil(std::min(warm ? sliceEnd : measured, machine_.now() + kBacklogEvery));
        if (!warm) {
            if (machine_.now() == measured) {
                beginMeasuring();
            }
            continue;
        }
        queues_.sample(machine_.engine());
        if ((machine_.now() - measured) % kSecond == 0) {
            closeSecond();
        }
    }
    return machine_.now() < end;
}

void Rehearsal::beginMeasuring() {
    queues_.begin(machine_.engine());
    for (const auto& flow : machine_.traffic()->flows()) {
        flow->beginMeasuring(machine_.now());
    }
    atStart_ = count();
    wireBytesThen_ = atStart_.wireBytes;
}

Rehearsal::Counts Rehearsal::count() {
    Counts counts;
    counts.flows = machine_.traffic()->report(machine_.now());
    for (const FlowReport& flow : counts.flows) {
        counts.wireBytes += flow.wireBytes;
    }
    const dataplane::Engine& engine = machine_.engine();
    counts.paths = engine.pathCounters();
    counts.drops = engine.ledger().drops;
    for (std::size_t i = 0; i < engine.config().interfaces.size(); ++i) {
        if (engine.config().interfaces[i].type == dataplane::InterfaceType::Ether) {
            counts.transmitRings += engine.interfaceStats(static_cast<dataplane::IfIndex>(i)).txDrop;
        }
    }
    return counts;
}

void Rehearsal::closeSecond() {
    const Nanos now = machine_.now();
    RehearsalSecond second;
    second.t = static_cast<double>(now - Machine::kStart - span_.warmup) / 1e9;
    const std::vector<FlowReport> reports = machine_.traffic()->report(now);
    std::uint64_t wireBytes = 0;
    for (std::size_t i = 0; i < reports.size(); ++i) {
        wireBytes += reports[i].wireBytes;
        const double ms = reports[i].kind == "ping" ? machine_.traffic()->flows()[i]->roundTrips()->lastSecondMs(now) : 0;
        if (ms > 0) {
            second.rttMs = std::max(second.rttMs.value_or(0), ms);
        }
    }
    second.throughputBps = perSecond(wireBytes - wireBytesThen_, kSecond);
    wireBytesThen_ = wireBytes;
    second.cpuPercent = *machine_.cpuPercent();
    second.backlog = queues_.takeMost();
    for (std::size_t i = 0; i < busy_.size(); ++i) {
        busy_[i] += second.cpuPercent[i];
    }
    seconds_.push_back(std::move(second));
}

FlowResult Rehearsal::flowResult(std::size_t index, const FlowReport& now) {
    const FlowReport& then = atStart_.flows[index];
    const Nanos span = machine_.now() - Machine::kStart - span_.warmup;
    FlowResult flow;
    flow.name = now.name;
    flow.kind = now.kind;
    flow.direction = now.direction;
    flow.goodputBps = perSecond(now.bytes - then.bytes, span);
    flow.wireBps = perSecond(now.wireBytes - then.wireBytes, span);
    flow.lost = now.lost > then.lost ? now.lost - then.lost : 0; // an overtaken packet that came after all takes one back
    flow.retransmitted = now.retransmitted - then.retransmitted;
    if (traffic::RttWindow* roundTrips = machine_.traffic()->flows()[index]->roundTrips(); roundTrips != nullptr && roundTrips->all().samples() != 0) {
        flow.rtt = summaryOf(roundTrips->all());
    }
    flow.mos = now.mos;
    return flow;
}

RehearsalResult Rehearsal::result() {
    RehearsalResult result;
    const Nanos span = machine_.now() - Machine::kStart - span_.warmup;
    if (span <= 0) {
        return result;
    }
    const Counts counts = count();
    traffic::RttRecord pings, others;
    for (std::size_t i = 0; i < counts.flows.size(); ++i) {
        FlowResult flow = flowResult(i, counts.flows[i]);
        const bool ping = flow.kind == "ping";
        result.throughputBps += flow.wireBps;
        result.goodputBps += ping ? 0 : flow.goodputBps;
        traffic::RttWindow* roundTrips = machine_.traffic()->flows()[i]->roundTrips();
        if (roundTrips != nullptr && (ping || counts.flows[i].kind == "tcp")) {
            (ping ? pings : others).add(roundTrips->all());
        }
        result.flows.push_back(std::move(flow));
    }
    result.rtt = pings.samples() != 0 ? pings : others;
    result.series = seconds_;
    for (const double sum : busy_) {
        result.cpuPercent.push_back(seconds_.empty() ? 0 : sum / static_cast<double>(seconds_.size()));
    }
    std::uint64_t packets = 0;
    for (const core::model::PathKind path : core::model::kAllPaths) {
        const auto i = static_cast<std::size_t>(path);
        packets += counts.paths.packets[i] - atStart_.paths.packets[i];
    }
    result.packetsPerSecond = static_cast<double>(packets) * 1e9 / static_cast<double>(span);
    for (const core::model::PathKind path : core::model::kAllPaths) {
        const auto i = static_cast<std::size_t>(path);
        if (packets != 0) {
            result.paths[std::string(core::model::pathId(path))] = static_cast<double>(counts.paths.packets[i] - atStart_.paths.packets[i]) / static_cast<double>(packets);
        }
    }
    result.queues = queues_.results(machine_.engine());
    for (std::size_t i = 0; i < counts.drops.size(); ++i) {
        if (const std::uint64_t drops = counts.drops[i] - atStart_.drops[i]; drops != 0) {
            result.drops[std::string(dataplane::dropReasonName(static_cast<dataplane::DropReason>(i)))] = drops;
        }
    }
    if (const std::uint64_t drops = counts.transmitRings - atStart_.transmitRings; drops != 0) {
        result.drops["transmit-ring"] = drops;
    }
    return result;
}

} // namespace agent::runtime
