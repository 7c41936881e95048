#include "app/ctl/trace_options.h"

#include <CLI/CLI.hpp>

namespace app::ctl {
namespace {

constexpr const char* kFooter = R"(
Follows the packet that opens a connection, and a later one of the same connection, through every stage in RouterOS's order: the decision
there and the line that made it. A step marked ? holds for a part of the traffic; the other part goes on to the next step.

Examples:
  pathscopectl trace router.rsc --from LAN --to WAN
  pathscopectl trace router.rsc --from vlan10 --to ether1 --proto udp --dst-port 53 --json

Exit codes: 0 followed to the end, 1 the packet is dropped on the way, 2 wrong command line or a file that could not be read.)";

} // namespace

CLI::App* addTraceCommand(CLI::App& app, TraceOptions& options) {
    CLI::App* trace = app.add_subcommand("trace", "Follow a packet through a configuration, stage by stage");
    trace->footer(kFooter);
    trace->add_option("FILE", options.file, "Configuration file")->required();
    trace->add_option("--from", options.from, "Interface the packet comes in by; LAN and WAN are understood")->type_name("IF")->required();
    trace->add_option("--to", options.to, "Interface it leaves by")->type_name("IF")->required();
    trace->add_option("--proto", options.protocol, "Protocol, as RouterOS spells it")->type_name("NAME")->capture_default_str();
    trace->add_option("--dst-port", options.destinationPort, "Destination port; any when it is not given")
        ->type_name("N")
        ->check(CLI::Range(1, 65535));
    trace->add_option("--src-address", options.source, "Address or prefix it comes from")->type_name("ADDRESS");
    trace->add_option("--dst-address", options.destination, "Address or prefix it goes to")->type_name("ADDRESS");
    trace->add_option("--board", options.board, "Model, where the file does not name it")->type_name("MODEL");
    trace->add_flag("--json", options.json, "JSON instead of text");
    return trace;
}

} // namespace app::ctl
