#include "agent/control/commands/scripts.h"

#include "agent/control/commands/history_commands.h"
#include "agent/control/commands/import_router.h"
#include "agent/control/commands/version.h"
#include "agent/control/tree/factory.h"
#include "agent/control/tree/menus.h"
#include "agent/control/tree/tree_names.h"
#include "core/routeros/config/export.h"
#include "core/routeros/config/values.h"
#include "core/routeros/script/interpreter.h"
#include "core/routeros/script/parser.h"

#include <algorithm>

namespace agent::control {

namespace config = core::routeros::config;
namespace script = core::routeros::script;
using config::refuse;
using core::model::Request;

namespace {

// Chips and their ports have no name an export could set them by: it numbers them.
void numberChips(Tree& tree) {
    for (const char* menu : {"/interface/ethernet/switch", "/interface/ethernet/switch/port"}) {
        std::vector<Item>& items = tree.table(menu);
        for (std::size_t i = 0; i < items.size(); ++i) {
            if (!items[i].absent) {
                items[i].values.erase("name");
                items[i].values.insert_or_assign(".selector", std::to_string(i));
            }
        }
    }
}

// Users and their keys are nobody else's business; RouterOS leaves them out too.
Tree exported(const Tree& tree) {
    Tree out = tree;
    for (const auto& [menu, table] : tree.tables()) {
        if (isPrivate(menu) && !table.empty()) {
            out.table(menu).clear();
        }
    }
    numberChips(out);
    return out;
}

// What this router was at the factory, with its ports called as they are now: what only follows from a new name is no change.
Tree factoryNamedAs(const Tree& tree, const core::devices::Board& board) {
    Tree factory = factoryTree(board);
    for (const Item* port : tree.items("/interface/ethernet")) {
        if (port->builtin && port->value("name") != port->value("default-name")) {
            retarget(factory, "/interface/ethernet", port->value("default-name"), port->value("name"));
        }
    }
    numberChips(factory);
    return factory;
}

script::ExportHeader headerOf(const Context& context) {
    script::ExportHeader header;
    const std::time_t now = context.wallClock.seconds();
    header.exportedAt = dateText(now) + " " + timeText(now);
    header.version = std::string(kVersion);
    if (context.config.board().model != "CHR") {
        header.model = context.config.board().model;
    }
    return header;
}

Outcome<void> checkArguments(const Request& request) {
    for (const core::model::Attribute& argument : request.arguments) {
        if (std::find(kExportArguments.begin(), kExportArguments.end(), argument.name) == kExportArguments.end()) {
            return refuse(config::kMissing, "unknown parameter " + argument.name);
        }
    }
    return {};
}

// Lines from `number` on; the others are left empty, so that places in errors stay right.
std::string fromLine(const std::string& text, std::uint64_t number) {
    std::size_t at = 0;
    for (std::uint64_t line = 1; line < number && at != std::string::npos; ++line) {
        at = text.find('\n', at);
        at = at == std::string::npos ? at : at + 1;
    }
    return at == std::string::npos ? std::string() : std::string(number > 0 ? number - 1 : 0, '\n') + text.substr(at);
}

bool isYes(const std::optional<std::string_view>& value) { return value && (value->empty() || *value == "yes" || *value == "true"); }

} // namespace

Outcome<Answer> exportAll(Context& context, const Caller& caller, const Request& request) {
    if (const auto known = checkArguments(request); !known) {
        return tl::unexpected(known.error());
    }
    const bool secrets = request.argument("show-sensitive").has_value();
    if (secrets && !caller.user.may(Policy::Sensitive)) {
        return refuse(config::kGeneral, "not enough permissions (9)");
    }
    const Tree factory = factoryNamedAs(context.tree(), context.config.board());
    config::ExportOptions options;
    options.form = request.argument("verbose") ? config::ExportForm::Verbose
                   : request.argument("terse") ? config::ExportForm::Terse
                                               : config::ExportForm::Compact;
    options.showSensitive = secrets;
    options.menu = request.menu;
    options.header = headerOf(context);
    options.factory = &factory;
    const std::string text = config::exportConfig(exported(context.tree()), options);
    Answer answer;
    if (const auto file = request.argument("file"); file && !file->empty()) {
        const std::string name = file->ends_with(".rsc") ? std::string(*file) : std::string(*file) + ".rsc";
        const auto written = context.files.write(name, text, context.wallClock.seconds());
        return written ? Outcome<Answer>(std::move(answer)) : refuse(config::kGeneral, "failure: " + written.error().text);
    }
    for (const std::string_view line : config::splitList(std::string_view(text).substr(0, text.size() - text.ends_with('\n')), '\n')) {
        answer.rows.push_back({{"line", std::string(line)}});
    }
    answer.done.set("ret", text);
    return answer;
}

Outcome<Answer> importFile(Context& context, const Caller& caller, const Request& request) {
    const auto name = request.argument("file-name");
    if (!name || name->empty()) {
        return refuse(config::kArgument, "missing value(s) of argument(s) file-name");
    }
    const auto text = context.files.read(*name);
    if (!text) {
        return refuse(config::kGeneral, "failure: " + text.error().text);
    }
    const std::string part = fromLine(*text, config::parseNumber(request.argument("from-line").value_or("1")).value_or(1));
    const bool dryRun = isYes(request.argument("dry-run"));
    Answer answer;
    std::string wrong;
    const auto done = context.config.apply(
        [&](Tree& tree) -> Outcome<void> {
            ImportRouter router(context, caller, tree, answer.rows);
            script::Environment globals;
            const auto ran = script::Interpreter(router, globals).run(script::parseProgram(part), *name);
            if (!ran) {
                wrong = ran.error().text;
            }
            // A dry run ends like a failed one: nothing is taken over.
            return ran && !dryRun ? Outcome<void>() : refuse(config::kGeneral, wrong);
        },
        {"configuration imported", caller.user.name, context.wallClock.seconds()});
    if (!done && !wrong.empty()) {
        return refuse(config::kGeneral, wrong);
    }
    answer.done.set("ret",
                    dryRun ? "Script file would be loaded and executed successfully" : "Script file loaded and executed successfully");
    return answer;
}

Outcome<Answer> refuseBackup(Context&, const Caller&, const Request&) {
    return refuse(config::kGeneral,
                  "failure: backups are RouterOS's own binary form, which this agent does not write or read; use /export file=NAME");
}

} // namespace agent::control
