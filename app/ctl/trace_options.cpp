#include "app/ctl/trace_options.h"

#include <CLI/CLI.hpp>
#include <utility>

namespace app::ctl {
namespace {

constexpr const char* kFooter = R"(
Follows the packet that opens a connection, and a later one of the same connection, through every stage in RouterOS's order: the decision
there and the line that made it. A step marked ? holds for a part of the traffic; the other part goes on to the next step.

FILE is what /export prints; any other word is a router's name or address, whose configuration is read. Where that router is Pathscope's agent
(a lab, a twin), it is also asked how packets of this kind go there now, and both ways stand side by side, stage by stage; a ! marks what
differs. No other router tells that.

Examples:
  pathscopectl trace router.rsc --from LAN --to WAN
  pathscopectl trace router.rsc --from vlan10 --to ether1 --proto udp --dst-port 53 --json
  pathscopectl trace --lab hap-ac2-gigabit --from LAN --to WAN

The password comes from the environment variable PATHSCOPE_PASSWORD, else the first line of --password-file, else from the terminal.

Exit codes: 0 followed to the end, 1 the packet is dropped on the way, or goes another way than predicted, 2 wrong command line, or a file or
router that could not be read.)";

} // namespace

CLI::App* addTraceCommand(CLI::App& app, TraceOptions& options) {
    CLI::App* trace = app.add_subcommand("trace", "Follow a packet through a configuration, stage by stage");
    trace->footer(kFooter);
    CLI::Option* source = trace->add_option("FILE|HOST", options.file, "Configuration file, or router to ask");
    addRouterOptions(*trace, options.router, "Ask the bundled agent on this lab instead (see: pathscopectl labs)");
    trace->get_option("--lab")->excludes(source);
    trace->add_option("--from", options.from, "Interface the packet comes in by; LAN and WAN are understood")->type_name("IF")->required();
    trace->add_option("--to", options.to, "Interface it leaves by")->type_name("IF")->required();
    trace->add_option("--proto", options.protocol, "Protocol, as RouterOS spells it")->type_name("NAME")->capture_default_str();
    trace->add_option("--dst-port", options.destinationPort, "Destination port; any when it is not given")
        ->type_name("N")
        ->check(CLI::Range(1, 65535));
    trace->add_option("--src-address", options.source, "Address or prefix it comes from")->type_name("ADDRESS");
    trace->add_option("--dst-address", options.destination, "Address or prefix it goes to")->type_name("ADDRESS");
    trace->add_option("--board", options.board, "Model, where the file does not name it")->type_name("MODEL");
    trace->add_option("--seconds", options.seconds, "How long to wait for packets on a running agent")
        ->type_name("N")
        ->check(CLI::Range(1, 60))
        ->capture_default_str();
    trace->add_flag("--json", options.json, "JSON instead of text");
    trace->callback([&options] {
        if (!options.file.empty() && !meansFile(options.file)) {
            options.router.host = std::exchange(options.file, {});
        }
        if (options.file.empty() && !options.router.given()) {
            throw CLI::RequiredError("trace: FILE, HOST or --lab NAME");
        }
    });
    return trace;
}

} // namespace app::ctl
