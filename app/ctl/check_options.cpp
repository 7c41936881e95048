#include "app/ctl/check_options.h"

#include <CLI/CLI.hpp>

namespace app::ctl {
namespace {

constexpr const char* kFooter = R"(
An expectation is FROM->TO [PROTOCOL[/PORT]]: PATH [or better], with PATH one of switch, l3hw, fast-path, fasttrack, slow (fastest first). LAN and
WAN mean every interface of that role. In a file there is one a line; # starts a comment.

Examples:
  pathscopectl check router.rsc --expect "LAN->WAN: fasttrack"
  pathscopectl check router.rsc --expect "vlan10->vlan20 udp/53: fast-path or better" --strict
  pathscopectl check router.rsc --expectations policy.txt --json

Exit codes: 0 all are met, 1 some are not (each with the reason and the line to blame), 2 wrong command line, or a file that could
not be read.)";

} // namespace

CLI::App* addCheckCommand(CLI::App& app, CheckOptions& options) {
    CLI::App* check = app.add_subcommand("check", "Hold a configuration against expectations about its paths, for CI");
    check->footer(kFooter);
    check->add_option("FILE", options.file, "Configuration file")->required();
    check->add_option("--expect", options.expect, "An expectation; may be given more than once")
        ->type_name("TEXT")
        ->take_all()
        ->expected(1);
    check->add_option("--expectations", options.expectationsFile, "File of expectations")->type_name("FILE");
    check->add_option("--board", options.board, "Model, where the file does not name it")->type_name("MODEL");
    check->add_flag("--strict", options.strict, "What depends on something the file does not show is not met");
    check->add_flag("--json", options.json, "JSON instead of text");
    check->callback([&options] {
        if (options.expect.empty() && options.expectationsFile.empty()) {
            throw CLI::RequiredError("check: --expect TEXT or --expectations FILE");
        }
    });
    return check;
}

} // namespace app::ctl
