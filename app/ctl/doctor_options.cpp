#include "app/ctl/doctor_options.h"

#include <CLI/CLI.hpp>
#include <utility>

namespace app::ctl {
namespace {

constexpr const char* kFooter = R"(
FILE is what /export prints; any other word is a router's name or address, which is asked for its configuration (read only, no password or
key among it), its counters and what runs on it. Each finding names the lines that are to blame, how sure it is, what to type and what that costs; below
stand the paths traffic takes between the interfaces that matter, with the reasons, and what could not be seen.

Examples:
  pathscopectl doctor router.rsc
  pathscopectl doctor router.rsc --board RB750Gr3 --from LAN --to WAN
  pathscopectl doctor 192.168.88.1 --user monitor --via ssh
  pathscopectl doctor --lab hap-ac2-gigabit --json
  pathscopectl doctor --explain fasttrack-rule-shadowed

The password comes from the environment variable PATHSCOPE_PASSWORD, else the first line of --password-file, else from the terminal.

Exit codes: 0 healthy, 1 findings, 2 wrong command line, or a file or router that could not be read.)";

} // namespace

CLI::App* addDoctorCommand(CLI::App& app, DoctorOptions& options) {
    CLI::App* doctor = app.add_subcommand("doctor", "Why traffic takes its path, and what would change it");
    doctor->footer(kFooter);
    CLI::Option* source = doctor->add_option("FILE|HOST", options.file, "Configuration file, or router to ask");
    addRouterOptions(*doctor, options.router, "Ask the bundled agent on this lab instead (see: pathscopectl labs)");
    doctor->get_option("--lab")->excludes(source);
    doctor->add_option("--board", options.board, "Model, where the file does not name it")->type_name("MODEL");
    doctor->add_option("--from", options.from, "Interface the traffic comes in by; LAN and WAN are understood")->type_name("IF");
    doctor->add_option("--to", options.to, "Interface the traffic leaves by")->type_name("IF");
    CLI::Option* json = doctor->add_flag("--json", options.json, "JSON instead of text");
    doctor->add_flag("--sarif", options.sarif, "SARIF 2.1.0 instead of text, for code review and CI")->excludes(json);
    doctor->add_flag("--text")->description("Text, which is the default")->excludes(json);
    CLI::Option* explain =
        doctor->add_option("--explain", options.explain, "Show the page of a diagnostic; `list` names all of them")->type_name("ID");
    explain->excludes(source)->excludes(doctor->get_option("--lab"));
    doctor->callback([&options] {
        if (!options.file.empty() && !meansFile(options.file)) {
            options.router.host = std::exchange(options.file, {});
        }
        if (options.file.empty() && !options.router.given() && options.explain.empty()) {
            throw CLI::RequiredError("doctor: FILE, HOST, --lab NAME or --explain ID");
        }
    });
    return doctor;
}

} // namespace app::ctl
