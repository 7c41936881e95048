#include "app/ctl/trace.h"

#include "app/ctl/router_door.h"
#include "core/workspace/doctor.h"

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

namespace app::ctl {
namespace {

using core::model::PacketWalk;
using core::model::PathTrace;
using core::model::WalkStep;
using core::model::AlignedStage;
using core::model::StageMatch;
using core::model::TakenWalks;
using core::model::WalkDifference;
using nlohmann::json;

constexpr int kThrough = 0, kDropped = 1, kUnreadable = 2;

// The prediction, and what an agent told beside it.
struct Told {
    std::string source;
    PathTrace trace;
    std::optional<TakenWalks> taken;
};

std::string pathWords(const PacketWalk& walk) {
    return std::string(core::model::verdictPathId(walk.path)) + (walk.dropped ? ", dropped" : "");
}

void printWalk(const char* title, const PacketWalk& walk) {
    std::printf("%s: %s\n", title, pathWords(walk).c_str());
    for (const WalkStep& step : walk.steps) {
        std::printf("  %c %-10s %-10s %s\n", step.fork ? '?' : ' ', step.stage.c_str(), step.decision.c_str(), step.text.c_str());
        if (step.at) {
            std::printf("      %s%s%s  %s\n", step.at->menu.c_str(),
                        step.at->number ? (" " + std::to_string(*step.at->number)).c_str() : "",
                        step.at->line > 0 ? (" (line " + std::to_string(step.at->line) + ")").c_str() : "", step.at->text.c_str());
        }
    }
    std::printf("\n");
}

// "accept, queued"
std::string decisions(const std::vector<WalkStep>& steps) {
    std::string out;
    for (const WalkStep& step : steps) {
        out += (out.empty() ? "" : ", ") + step.decision + (step.fork ? "?" : "");
    }
    return out.empty() ? "-" : out;
}

void printBeside(const char* title, const PacketWalk& predicted, const PacketWalk& taken) {
    const WalkDifference difference = core::workspace::compareWalks(predicted, taken);
    std::printf("%s: predicted %s, taken %s%s\n", title, pathWords(predicted).c_str(), pathWords(taken).c_str(), difference.samePath ? "" : "  ! another path");
    std::printf("    %-10s %-34s %s\n", "", "predicted", "taken");
    for (const AlignedStage& stage : difference.stages) {
        std::printf("  %c %-10s %-34s %s\n", stage.match == StageMatch::Same ? ' ' : '!', stage.stage.c_str(), decisions(stage.predicted).c_str(),
                    decisions(stage.taken).c_str());
        if (!stage.text.empty()) {
            std::printf("      %s\n", stage.text.c_str());
        }
        for (const WalkStep& step : stage.taken) {
            std::printf("      %s\n", step.text.c_str());
        }
    }
    std::printf("\n");
}

// What was predicted alone, or what was taken beside it.
void print(const char* title, const PacketWalk& predicted, const Told& told, std::optional<PacketWalk> TakenWalks::*which) {
    if (told.taken && ((*told.taken).*which)) {
        printBeside(title, predicted, *((*told.taken).*which));
        return;
    }
    printWalk(title, predicted);
    if (told.taken) {
        std::printf("  No such packet was seen on the router meanwhile.\n\n");
    }
}

json stepsJson(const PacketWalk& walk) {
    json steps = json::array();
    for (const WalkStep& step : walk.steps) {
        json out{{"stage", step.stage}, {"decision", step.decision}, {"text", step.text}, {"fork", step.fork}};
        if (step.at) {
            out["menu"] = step.at->menu;
            out["item"] = step.at->number ? json(*step.at->number) : json(nullptr);
            out["line"] = step.at->line > 0 ? json(step.at->line) : json(nullptr);
            out["rule"] = step.at->text;
        }
        steps.push_back(std::move(out));
    }
    return steps;
}

json walkJson(const char* packet, const PacketWalk& walk, const std::optional<PacketWalk>& taken) {
    json out{{"packet", packet}, {"path", core::model::verdictPathId(walk.path)}, {"dropped", walk.dropped}, {"steps", stepsJson(walk)}};
    if (taken) {
        const WalkDifference difference = core::workspace::compareWalks(walk, *taken);
        out["taken"] = {{"path", core::model::verdictPathId(taken->path)}, {"dropped", taken->dropped}, {"steps", stepsJson(*taken)}};
        out["same_path"] = difference.samePath;
        out["stages"] = json::array();
        for (const AlignedStage& stage : difference.stages) {
            out["stages"].push_back({{"stage", stage.stage}, {"match", core::model::stageMatchId(stage.match)}, {"text", stage.text}});
        }
    }
    return out;
}

void printJson(const Told& told) {
    const core::model::Verdict& verdict = told.trace.verdict;
    const TakenWalks taken = told.taken.value_or(TakenWalks());
    json out{{"source", told.source},
             {"verdict",
              {{"from", verdict.from},
               {"to", verdict.to},
               {"first", core::model::verdictPathId(verdict.first)},
               {"steady", core::model::verdictPathId(verdict.steady)},
               {"certainty", core::model::certaintyId(verdict.certainty)}}},
             {"walks", json::array({walkJson("first", told.trace.first, taken.first), walkJson("later", told.trace.later, taken.later)})}};
    if (told.taken) {
        out["packets"] = taken.packets;
    }
    std::printf("%s\n", out.dump(2, ' ', false, json::error_handler_t::replace).c_str());
}

core::base::Result<Told> ask(const TraceOptions& options, const core::model::PathQuestion& question) {
    if (!options.file.empty()) {
        auto trace = core::workspace::traceFile({options.file, options.board, question});
        if (!trace) {
            return tl::unexpected(trace.error());
        }
        return Told{options.file, std::move(*trace), {}};
    }
    RouterDoor door(options.router);
    const auto live = door.readConfig();
    if (!live) {
        return tl::unexpected(live.error());
    }
    auto trace = core::workspace::traceLive(*live, question, options.board);
    if (!trace) {
        return tl::unexpected(trace.error());
    }
    Told told{live->name, std::move(*trace), {}};
    core::model::PathQuestion there = question;
    there.from = told.trace.verdict.from;
    there.to = told.trace.verdict.to;
    auto taken = door.followPackets(there, std::chrono::seconds(options.seconds));
    if (taken) {
        told.taken = std::move(*taken);
    } else if (taken.error().code == core::base::ErrorCode::Unsupported) {
        std::fprintf(stderr, "pathscopectl: %s\n", taken.error().text.c_str());
    } else {
        return tl::unexpected(taken.error());
    }
    return told;
}

bool differs(const Told& told) {
    return told.taken && ((told.taken->first && !core::workspace::compareWalks(told.trace.first, *told.taken->first).same()) ||
                          (told.taken->later && !core::workspace::compareWalks(told.trace.later, *told.taken->later).same()));
}

} // namespace

int runTrace(const TraceOptions& options) {
    core::model::PathQuestion question;
    question.from = options.from;
    question.to = options.to;
    question.protocol = options.protocol;
    question.source = options.source;
    question.destination = options.destination;
    question.destinationPort = options.destinationPort;
    const auto told = ask(options, question);
    if (!told) {
        std::fprintf(stderr, "pathscopectl: %s\n", told.error().describe().c_str());
        return kUnreadable;
    }
    if (options.json) {
        printJson(*told);
    } else {
        print("The packet that opens the connection", told->trace.first, *told, &TakenWalks::first);
        print("A later packet", told->trace.later, *told, &TakenWalks::later);
    }
    return told->trace.first.dropped || told->trace.later.dropped || differs(*told) ? kDropped : kThrough;
}

} // namespace app::ctl
