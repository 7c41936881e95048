// What is remembered of walks through the slow path, so that the packets of an established connection need not repeat them.
//
// A walk of one packet is noted (WalkRecord) while it happens. When everything it met depends on the connection alone - see Dependence of
// classifier/program.h -, the next packet of the same direction, interface and marks would do the same: match the same rules, carry the
// same packet-mark, leave by the same neighbour. FlowWalk, beside the flow, says so for one generation of configuration and neighbours.
// Many connections share an outcome: the list of rules that match. KnownWalks is who profits.
//
//   memory.watch(flow);                                  // the next packet that goes the long way belongs to this flow
//   context.record = memory.begin(rulesSoFar);           // SlowPath; nullptr when nothing is watched
//   …
//   memory.keep(*record, rules, mark);                   // number of the outcome
//   memory.count(outcome, octets); memory.settle(rules); // counters of the rules, once per batch
//
// Fixed memory, taken at construction; when it is full nothing more is remembered until the next configuration. One thread.
#pragma once

#include "agent/dataplane/classifier/classifier.h"
#include "agent/dataplane/conntrack/flow_table.h"

#include <array>
#include <cstdint>
#include <vector>

namespace agent::dataplane {

class WalkMemory {
public:
    static constexpr std::size_t kOutcomes = 1024;
    static constexpr std::size_t kRules = 16'384; // of all outcomes together
    static constexpr std::uint16_t kNoOutcome = 0xffff;
    static constexpr std::uint8_t kAttempts = 8; // per flow and generation; a walk that never repeats itself is left alone

    WalkMemory();

    // A new configuration: rules have other numbers.
    void forgetAll();
    // For comparisons: off, every packet of the slow path goes the long way.
    void enable(bool on) { enabled_ = on; }
    [[nodiscard]] bool enabled() const { return enabled_; }

    // --- noting -----------------------------------------------------------------------------------
    void watch(FlowRef flow) { watched_ = flow; }
    [[nodiscard]] WalkRecord* begin(std::uint16_t rulesSoFar);
    [[nodiscard]] FlowRef subject() const { return subject_; } // the flow begin() was for
    // kNoOutcome: no room.
    [[nodiscard]] std::uint16_t keep(const WalkRecord& record, std::uint16_t rulesNow, MarkId packetMark);

    // --- repeating --------------------------------------------------------------------------------
    [[nodiscard]] MarkId packetMark(std::uint16_t outcome) const { return outcomes_[outcome].packetMark; }
    [[nodiscard]] std::uint16_t rulesLooked(std::uint16_t outcome) const { return outcomes_[outcome].rulesLooked; }
    void count(std::uint16_t outcome, std::uint32_t octets) {
        Outcome& o = outcomes_[outcome];
        if (o.packets == 0) {
            touched_[touchedCount_++] = outcome;
        }
        ++o.packets;
        o.bytes += octets;
    }
    [[nodiscard]] std::uint64_t repeated() const { return repeated_; } // packets, settled ones
    // After each batch, before anybody reads a counter.
    void settle(Classifier& classifier);

private:
    struct Outcome {
        std::uint32_t firstRule = 0, ruleCount = 0; // in rules_
        std::uint16_t rulesLooked = 0;              // what a modelled board is charged for
        MarkId packetMark = 0;
        std::uint64_t packets = 0, bytes = 0; // not settled yet
    };
    [[nodiscard]] bool isAs(const Outcome& outcome, const WalkRecord& record, std::uint16_t looked, MarkId packetMark) const;

    bool enabled_ = true;
    FlowRef watched_ = kNoFlow, subject_ = kNoFlow;
    std::uint16_t rulesBefore_ = 0;
    WalkRecord record_;
    std::vector<Outcome> outcomes_;
    std::vector<std::uint32_t> rules_; // counters, by outcome
    std::array<std::uint16_t, kBatchSize> touched_;
    std::size_t touchedCount_ = 0;
    std::uint64_t repeated_ = 0;
};

} // namespace agent::dataplane
