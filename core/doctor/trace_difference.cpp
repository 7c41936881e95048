#include "core/doctor/trace_difference.h"

#include <algorithm>
#include <initializer_list>

namespace core::doctor {
namespace {

using core::model::AlignedStage;
using core::model::PacketWalk;
using core::model::StageMatch;
using core::model::WalkDifference;
using core::model::WalkStep;

bool isOneOf(std::string_view word, std::initializer_list<std::string_view> words) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

bool isRules(std::string_view stage) {
    return isOneOf(stage, {"raw", "mangle", "filter"});
}

// Says something about where the packet goes or what is done to it.
bool decides(const WalkStep& step) {
    if (isOneOf(step.stage, {"ingress", "vlan", "bridge", "copy", "routing", "egress"})) {
        return isOneOf(step.decision, {"no-route", "blackhole", "unreachable", "prohibit", "local"});
    }
    if (isOneOf(step.stage, {"switch", "fast-path", "fasttrack"})) {
        return !isOneOf(step.decision, {"no", "to-cpu"});
    }
    if (step.stage == "queue") {
        return step.decision != "direct";
    }
    return !isOneOf(step.decision, {"no-rule", "passthrough", "log", "jump", "return", "as-first"});
}

// Decisions in words of one side: the doctor names what the configuration says, the agent what happened.
std::string_view plain(const WalkStep& step) {
    if (step.stage == "switch" && step.decision == "forwarded") {
        return "yes";
    }
    return step.decision;
}

// Steps in a row that are of one stage.
std::vector<AlignedStage> stagesOf(const PacketWalk& walk, bool predicted) {
    std::vector<AlignedStage> out;
    for (const WalkStep& step : walk.steps) {
        if (out.empty() || out.back().stage != step.stage) {
            out.push_back({step.stage, predicted ? StageMatch::OnlyPredicted : StageMatch::OnlyTaken, {}, {}, {}});
        }
        (predicted ? out.back().predicted : out.back().taken).push_back(step);
    }
    return out;
}

// Every certain decision of the prediction was taken, in that order, and nothing was taken that it does not have.
bool agreesWith(const std::vector<WalkStep>& predicted, const std::vector<WalkStep>& taken) {
    std::size_t at = 0;
    for (const WalkStep& step : predicted) {
        if (!decides(step)) {
            continue;
        }
        while (at < taken.size() && !decides(taken[at])) {
            ++at;
        }
        if (at < taken.size() && plain(taken[at]) == plain(step)) {
            ++at;
        } else if (!step.fork) {
            return false;
        }
    }
    return std::none_of(taken.begin() + static_cast<std::ptrdiff_t>(std::min(at, taken.size())), taken.end(), decides);
}

std::string wordsOf(const std::vector<WalkStep>& steps) {
    std::string out;
    for (const WalkStep& step : steps) {
        if (decides(step)) {
            out += (out.empty() ? "" : ", ") + step.decision;
        }
    }
    return out.empty() ? "nothing" : out;
}

void judge(AlignedStage& stage) {
    const bool foretold = std::any_of(stage.predicted.begin(), stage.predicted.end(), [](const WalkStep& s) { return decides(s) && !s.fork; });
    const bool happened = std::any_of(stage.taken.begin(), stage.taken.end(), decides);
    const bool here = !stage.predicted.empty(), there = !stage.taken.empty();
    bool agrees = false;
    if (stage.stage == "queue") {
        // A tree or simple queue is named by the one, passed by the other; an interface's own queue is not foretold.
        const bool lost = std::any_of(stage.taken.begin(), stage.taken.end(), [](const WalkStep& s) { return s.decision == "dropped"; });
        agrees = !lost && (there || !foretold);
    } else if (isOneOf(stage.stage, {"dst-nat", "src-nat"}) && there && here && stage.taken.front().decision == "translated") {
        agrees = true; // every later packet is translated as the first one was
    } else if (isOneOf(stage.stage, {"dst-nat", "src-nat"}) && !here && stage.taken.front().decision == "accept") {
        agrees = true;
    } else if (isRules(stage.stage) || (here && there)) {
        agrees = agreesWith(stage.predicted, stage.taken);
    } else {
        agrees = !foretold && !happened;
    }
    if (agrees) {
        stage.match = StageMatch::Same;
    } else if (here && there) {
        stage.match = StageMatch::Differs;
        stage.text = "predicted " + wordsOf(stage.predicted) + ", taken " + wordsOf(stage.taken);
    } else {
        stage.match = here ? StageMatch::OnlyPredicted : StageMatch::OnlyTaken;
        stage.text = here ? "predicted " + wordsOf(stage.predicted) + "; the packet did not come by there"
                          : "the packet met " + wordsOf(stage.taken) + "; that was not predicted";
    }
}

// The longest sequence of stages both have, and the rest where it stands on its side.
std::vector<AlignedStage> align(std::vector<AlignedStage> left, std::vector<AlignedStage> right) {
    std::vector<std::vector<std::size_t>> length(left.size() + 1, std::vector<std::size_t>(right.size() + 1, 0));
    for (std::size_t i = left.size(); i-- > 0;) {
        for (std::size_t k = right.size(); k-- > 0;) {
            length[i][k] = left[i].stage == right[k].stage ? length[i + 1][k + 1] + 1 : std::max(length[i + 1][k], length[i][k + 1]);
        }
    }
    std::vector<AlignedStage> out;
    std::size_t i = 0, k = 0;
    while (i < left.size() || k < right.size()) {
        if (i < left.size() && k < right.size() && left[i].stage == right[k].stage) {
            left[i].taken = std::move(right[k++].taken);
            out.push_back(std::move(left[i++]));
        } else if (k == right.size() || (i < left.size() && length[i + 1][k] >= length[i][k + 1])) {
            out.push_back(std::move(left[i++]));
        } else {
            out.push_back(std::move(right[k++]));
        }
    }
    return out;
}

} // namespace

WalkDifference compareWalks(const PacketWalk& predicted, const PacketWalk& taken) {
    WalkDifference out;
    out.samePath = predicted.path.kind == taken.path.kind && predicted.dropped == taken.dropped;
    out.stages = align(stagesOf(predicted, true), stagesOf(taken, false));
    std::for_each(out.stages.begin(), out.stages.end(), judge);
    return out;
}

} // namespace core::doctor
