#include "app/ctl/trace.h"

#include "core/workspace/doctor.h"

#include <cstdio>
#include <nlohmann/json.hpp>

namespace app::ctl {
namespace {

using core::model::PacketWalk;
using core::model::PathTrace;
using core::model::WalkStep;
using nlohmann::json;

constexpr int kThrough = 0, kDropped = 1, kUnreadable = 2;

void printWalk(const char* title, const PacketWalk& walk) {
    std::printf("%s: %s%s\n", title, std::string(core::model::verdictPathId(walk.path)).c_str(), walk.dropped ? ", dropped" : "");
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

json walkJson(const char* packet, const PacketWalk& walk) {
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
    return {{"packet", packet}, {"path", core::model::verdictPathId(walk.path)}, {"dropped", walk.dropped}, {"steps", std::move(steps)}};
}

void printJson(const std::string& source, const PathTrace& trace) {
    const core::model::Verdict& verdict = trace.verdict;
    const json out{{"source", source},
                   {"verdict",
                    {{"from", verdict.from},
                     {"to", verdict.to},
                     {"first", core::model::verdictPathId(verdict.first)},
                     {"steady", core::model::verdictPathId(verdict.steady)},
                     {"certainty", core::model::certaintyId(verdict.certainty)}}},
                   {"walks", json::array({walkJson("first", trace.first), walkJson("later", trace.later)})}};
    std::printf("%s\n", out.dump(2, ' ', false, json::error_handler_t::replace).c_str());
}

} // namespace

int runTrace(const TraceOptions& options) {
    core::workspace::DoctorRequest request{options.file, options.board, {}};
    request.question.from = options.from;
    request.question.to = options.to;
    request.question.protocol = options.protocol;
    request.question.source = options.source;
    request.question.destination = options.destination;
    request.question.destinationPort = options.destinationPort;
    const auto trace = core::workspace::traceFile(request);
    if (!trace) {
        std::fprintf(stderr, "pathscopectl: %s\n", trace.error().describe().c_str());
        return kUnreadable;
    }
    if (options.json) {
        printJson(options.file, *trace);
    } else {
        printWalk("The packet that opens the connection", trace->first);
        printWalk("A later packet", trace->later);
    }
    return trace->first.dropped || trace->later.dropped ? kDropped : kThrough;
}

} // namespace app::ctl
