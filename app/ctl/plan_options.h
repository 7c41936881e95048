// Options that commands have in common which plan a change, and send it.
#pragma once

#include "app/ctl/apply.h"
#include "app/ctl/plan_output.h"

#include <string>

namespace CLI {
class App;
}

namespace app::ctl {

// Where the configuration is read: a file, or a router. What it refers to must live until the line is read.
struct PlanSource {
    std::string& file; // empty: the router
    std::string& board;
    RouterOptions& router;
};

// `file`: a file may be named too. The router's options come with it.
void addPlanSource(CLI::App& command, PlanSource source, bool file);
void addPlanOutput(CLI::App& command, PlanOutput& output);
void addApplyTerms(CLI::App& command, ApplyTerms& terms);

} // namespace app::ctl
