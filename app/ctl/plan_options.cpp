#include "app/ctl/plan_options.h"

#include <CLI/CLI.hpp>
#include <utility>

namespace app::ctl {

void addPlanSource(CLI::App& command, PlanSource source, bool file) {
    CLI::Option* named = command.add_option(file ? "FILE|HOST" : "HOST", source.file, file ? "Configuration file, or router to ask" : "The router: name or address");
    addRouterOptions(command, source.router, "The bundled agent on this lab instead");
    command.get_option("--lab")->excludes(named);
    command.add_option("--board", source.board, "Model, where the configuration does not name it")->type_name("MODEL");
    command.callback([source, file] {
        if (!source.file.empty() && (!file || !meansFile(source.file))) {
            source.router.host = std::exchange(source.file, {});
        }
        if (source.file.empty() && !source.router.given()) {
            throw CLI::RequiredError(file ? "FILE, HOST or --lab NAME" : "HOST or --lab NAME");
        }
    });
}

void addApplyTerms(CLI::App& command, ApplyTerms& terms) {
    command.add_option("--confirm", terms.confirmSeconds, "Seconds until the router takes it back by itself")->type_name("SECONDS")->check(CLI::Range(5, 3600))->capture_default_str();
    command.add_flag("--keep", terms.keep, "Keep it as soon as it is verified and has been looked at, without waiting for a word");
    command.add_flag("!--no-safe-mode", terms.safeMode, "Leave the router's safe mode alone: it would also take back what others change meanwhile");
    command.add_flag("--yes", terms.yes, "Send without asking");
    command.add_flag("--json", terms.json, "The outcome as one JSON object");
}

void addPlanOutput(CLI::App& command, PlanOutput& output) {
    command.add_option("-o,--output", output.file, "Write the plan to this file, for `pathscopectl apply`")->type_name("PLAN.json");
    CLI::Option* json = command.add_flag("--json", output.json, "The plan as JSON instead of text");
    command.add_flag("--script", output.script, "The commands alone, as a script")->excludes(json);
}

} // namespace app::ctl
