#include "core/fixes/fixed_config.h"

#include <algorithm>

namespace core::fixes {

using core::base::Result;
using core::routeros::config::LoadedConfig;
using core::routeros::config::LoadNote;

core::doctor::ItemNames namesInTree(const core::routeros::config::ConfigTree& tree) {
    core::doctor::ItemNames out;
    out.ofRouter = true;
    for (const auto& [menu, table] : tree.tables()) {
        for (const auto& item : table) {
            out.ids[item.id] = core::routeros::config::formatId(item.id);
        }
    }
    return out;
}

Result<LoadedConfig> fixedConfig(const LoadedConfig& now, const std::vector<core::model::PlanStep>& steps) {
    LoadedConfig out = now;
    for (const core::model::PlanStep& step : steps) {
        if (step.command.menu == "/ip/firewall/connection" || step.command.verb == "start" || step.command.verb == "stop") {
            continue; // what the router does now, no configuration
        }
        std::vector<LoadNote> notes;
        core::routeros::config::applyLeniently(out.tree, step.command, {}, notes);
        const auto wrong = std::find_if(notes.begin(), notes.end(), [](const LoadNote& note) { return note.kind == LoadNote::Kind::NotApplied || note.kind == LoadNote::Kind::Error || note.kind == LoadNote::Kind::BadValue; });
        if (wrong != notes.end()) {
            return core::base::fail(core::base::ErrorCode::InvalidInput, step.commandLine + ": " + wrong->text);
        }
    }
    return out;
}

} // namespace core::fixes
