#include "app/ctl/config_options.h"

#include <CLI/CLI.hpp>

namespace app::ctl {
namespace {

constexpr const char* kFooter = R"(
FILE is what /export prints, compact, verbose or terse, of RouterOS 6 or 7, or any script of such commands; "-" is standard input.
Nothing in a file is refused: what is not known is kept, reported with its line and column, and written back unchanged.

  check      What the file is and what in it is not understood. Kinds of problems:
               error             not the language of RouterOS; the line is kept as it is
               bad-value         not a value this property can have
               unknown-menu      a menu the schema does not have, said once per menu
               unknown-property  a property this menu does not have
               not-applied       more than a plain command (:if, [find name~"x"]), or one that finds nothing
             With --json an array of objects: file, version, model, items, unknown_items, errors, warnings; each error and warning
             has kind, line, column, menu, property, text. version and model are null when the file does not say.
  show       Every menu with its items, a whole command per line, what is the default left out.
  diff       The commands that lead from the first file to the second, then how many. Defaults that are written out, the order of
             items where order means nothing, and comment lines make no difference; an item that moved is one move. An item without
             a name is meant by its number in a print of the first file.
  normalise  The file in one order and one spelling, without date and serial number: two admins can compare it in git.

Passwords and keys are left out of what is printed unless --show-sensitive is given; diff always compares them and never hides them.

Examples:
  pathscopectl config check router.rsc --json
  ssh admin@192.168.88.1 /export | pathscopectl config normalise - > router.rsc
  pathscopectl config diff monday.rsc friday.rsc

Exit codes: 0 fine, 1 differences (diff) or errors and bad values (check) were found, 2 wrong command line, 3 a file could not be read.)";

} // namespace

CLI::App* addConfigCommand(CLI::App& app, ConfigOptions& options) {
    CLI::App* config = app.add_subcommand("config", "Check, show, compare and normalise configuration files");
    config->footer(kFooter);
    config->require_subcommand(1);
    const auto add = [&](const char* name, const char* what, ConfigOptions::Action action, int atLeast, int atMost) {
        CLI::App* sub = config->add_subcommand(name, what);
        sub->footer(kFooter);
        sub->add_option("FILE", options.files, "Configuration file; - is standard input")->required()->expected(atLeast, atMost);
        sub->add_flag("--json", options.json, "JSON instead of text");
        if (action != ConfigOptions::Action::Check && action != ConfigOptions::Action::Diff) {
            sub->add_flag("--show-sensitive", options.showSensitive, "Print passwords and keys too");
        }
        sub->callback([&options, action] { options.action = action; });
    };
    constexpr int kMany = 1'000'000;
    add("check", "What the files are, and what in them is not understood", ConfigOptions::Action::Check, 1, kMany);
    add("show", "The menus of the files with their items", ConfigOptions::Action::Show, 1, kMany);
    add("diff", "Commands that lead from the first file to the second", ConfigOptions::Action::Diff, 2, 2);
    add("normalise", "The files in a form that can be compared line by line", ConfigOptions::Action::Normalise, 1, kMany);
    return config;
}

} // namespace app::ctl
