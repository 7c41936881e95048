// A walk that was worked out from a configuration beside one that a packet took, stage by stage.
#pragma once

#include "core/model/packet_walk.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core::model {

enum class StageMatch : std::uint8_t {
    Same,
    Differs,       // both have the stage and say otherwise
    OnlyPredicted, // the packet did not come by there
    OnlyTaken,
};

constexpr std::string_view stageMatchId(StageMatch match) {
    return match == StageMatch::Same ? "same" : match == StageMatch::Differs ? "differs" : match == StageMatch::OnlyPredicted ? "only-predicted" : "only-taken";
}

// One stage of either side. A table of rules is one stage, with a step for each rule.
struct AlignedStage {
    std::string stage; // WalkStep::stage
    StageMatch match = StageMatch::Same;
    std::vector<WalkStep> predicted, taken;
    std::string text; // what differs, one sentence; empty where nothing does
};

struct WalkDifference {
    bool samePath = true;
    std::vector<AlignedStage> stages; // in the order of the way

    // Stages that differ.
    [[nodiscard]] std::size_t differing() const {
        std::size_t count = 0;
        for (const AlignedStage& stage : stages) {
            count += stage.match == StageMatch::Same ? 0 : 1;
        }
        return count;
    }
    [[nodiscard]] bool same() const { return samePath && differing() == 0; }
};

// What an agent told of the packets of one question. A walk that is absent was not seen: no such packet came by.
struct TakenWalks {
    std::optional<PacketWalk> first, later; // a packet that opened a connection; one of a connection
    int packets = 0;                        // that answered the question, of all that were followed
};

} // namespace core::model
