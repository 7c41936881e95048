#include "app/agentd/options.h"

#include <CLI/CLI.hpp>

#include <map>

namespace app::agentd {

namespace {

// "PORT=KIND:INTERFACE"; CLI11 shows the text when it is not empty.
std::string checkAttachment(const std::string& text) {
    const std::size_t equals = text.find('=');
    const bool good = equals != std::string::npos && equals > 0 && text.find(':', equals) != std::string::npos;
    return good ? std::string() : "'" + text + "' must look like ether1=af_packet:veth0, ether1=af_xdp:veth0 or ether1=tap:tap0";
}

} // namespace

ParsedOptions parseOptions(int argc, char** argv) {
    Options options;
    std::vector<std::string> attachments;
    CLI::App app{"pathscope-agent: a router made of code that forwards on RouterOS's five packet paths and speaks its API."};
    app.set_version_flag("--version", std::string("pathscope-agent ") + PATHSCOPE_VERSION);
    app.add_option("--lab", options.lab, "Lab to run: board, configuration and traffic (NAME or NAME/VARIANT)");
    app.add_option("--board", options.board, "Board to model instead of the lab's (model, e.g. RBD52G-5HacD2HnD)");
    app.add_flag("--native", options.native, "Forward as fast as this machine can instead of as fast as the board");
    app.add_flag("--no-traffic", options.noTraffic, "Do not start the lab's traffic");
    app.add_option("--config", options.configFiles, "RouterOS export to start with, after the lab's; what is not modelled is kept (repeatable)")->type_name("FILE.rsc");
    app.add_option("--api-address", options.apiAddress, "Address the API listens on")->capture_default_str();
    app.add_option("--api-port", options.apiPort, "Port the API listens on; 0: any free one")->capture_default_str();
    app.add_option("--api-empty", options.apiEmpty, "Answer an empty print with !empty (auto: as the claimed version does)")
        ->transform(CLI::CheckedTransformer(
            std::map<std::string, EmptyReplies>{{"auto", EmptyReplies::Auto}, {"on", EmptyReplies::On}, {"off", EmptyReplies::Off}}));
    addDoorOptions(app, options.doors);
    app.add_option("--user", options.user, "Name of the API user; the password comes from --password-file or PATHSCOPE_AGENT_PASSWORD")->capture_default_str();
    app.add_option("--password-file", options.passwordFile, "File whose first line is the password")->type_name("FILE");
    app.add_option("--attach", attachments, "Connect a port to this machine: ether1=af_packet:veth0, ether2=af_xdp:veth1, ether3=tap:tap0 (repeatable)")
        ->check(checkAttachment, "PORT=KIND:INTERFACE");
    app.add_option("--state", options.stateDirectory, "Directory that keeps the configuration and files over restarts; once it has one, --lab's and --config's are not run again")
        ->type_name("DIR");
    auto* replay = app.add_option("--replay", options.replayFiles,
                                  "Run a capture file (pcap, pcapng) through the engine in virtual time and end; frames come in by the port they are sent to, others by PORT (repeatable)")
                       ->type_name("[PORT=]FILE");
    app.add_option("--capture", options.captureFile, "With --replay: pcapng file of what left the ports, the path of each frame as its comment")
        ->type_name("FILE")
        ->needs(replay);
    app.add_option("--rehearse", options.rehearsalFile, "Run a job (JSON: board, configuration, traffic; - is standard input) in virtual time, print what it measured, and end")
        ->type_name("JOB.json");
    app.add_flag("--exit-with-parent", options.exitWithParent, "End when the parent process ends or closes standard input");
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return {std::nullopt, app.exit(error) == 0 ? kOk : kUsage};
    }
    if (options.lab.empty() && options.board.empty() && options.configFiles.empty() && options.rehearsalFile.empty()) {
        std::cerr << "pathscope-agent: say what to be: --lab NAME, --board MODEL, or --config FILE.rsc. See --help.\n";
        return {std::nullopt, kUsage};
    }
    for (const std::string& text : attachments) {
        const std::size_t equals = text.find('=');
        options.attachments.push_back({text.substr(0, equals), text.substr(equals + 1)});
    }
    return {options, kOk};
}

} // namespace app::agentd
