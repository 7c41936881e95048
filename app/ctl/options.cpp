#include "app/ctl/options.h"

#include <CLI/CLI.hpp>
#include <map>

namespace app::ctl {

using core::workspace::Via;

namespace {

constexpr const char* kFooter = R"(
Examples:
  pathscopectl watch --lab hap-ac2-gigabit
  pathscopectl watch 192.168.88.1 --user monitor --json --count 10
  pathscopectl watch 192.168.88.1 --via ssh --key ~/.ssh/id_ed25519

Password of a router: from the environment variable PATHSCOPE_PASSWORD, else the first line of --password-file, else asked for on the
terminal. It is never taken from the command line.

Exit codes: 0 done or interrupted, 1 internal error, 2 wrong command line or no password, 3 no router (not reachable, login
refused, or the lab could not be started).)";

} // namespace

core::workspace::Endpoint Options::endpoint() const {
    core::workspace::Endpoint endpoint;
    endpoint.host = host;
    endpoint.via = via;
    endpoint.port = port != 0 ? port : usualPort(via);
    endpoint.user = user;
    endpoint.allowAnonymous = allowAnonymous;
    endpoint.legacySsh = legacySsh;
    endpoint.keyFile = keyFile;
    endpoint.fingerprint = fingerprint;
    endpoint.knownHosts = knownHosts;
    return endpoint;
}

ParseOutcome parseOptions(int argc, const char* const* argv) {
    CLI::App app{"Shows which packet path the traffic of a MikroTik router takes."};
    app.name("pathscopectl");
    app.set_version_flag("--version", std::string(PATHSCOPE_VERSION));
    app.footer(kFooter);
    app.require_subcommand(1);

    Options options;
    std::string host, lab, user = "admin", fingerprint, knownHosts, keyFile;
    CLI::App* watch = app.add_subcommand("watch", "Every second: totals and the share of each path");
    watch->footer(kFooter);
    CLI::Option* hostOption = watch->add_option("HOST", host, "Router to watch: name or address");
    CLI::Option* labOption =
        watch->add_option("--lab", lab, "Watch the bundled agent on this lab instead (see: pathscopectl labs)")->type_name("NAME");
    labOption->excludes(hostOption);
    watch->add_option("--port", options.port, "Port; by default 8729 for api-ssl, 22 for ssh, 8728 for api")
        ->type_name("N")
        ->check(CLI::Range(1, 65535))
        ->excludes(labOption);
    watch->add_option("--user", user, "User to log in as")->type_name("NAME")->capture_default_str()->excludes(labOption);
    watch->add_option("--password-file", options.passwordFile, "File whose first line is the password")
        ->type_name("FILE")
        ->excludes(labOption);
    const std::map<std::string, Via> vias{{"api-ssl", Via::ApiSsl}, {"ssh", Via::Ssh}, {"api", Via::Api}};
    watch->add_option("--via", options.via, "What to speak: api-ssl (default), ssh, or api, which sends the password in plain text")
        ->transform(CLI::CheckedTransformer(vias))
        ->type_name("api-ssl|ssh|api")
        ->excludes(labOption);
    watch->add_option("--trust-fingerprint", fingerprint,
                      "SHA-256 the router has to show: of its certificate in hex, of its host key as SHA256:…; replaces what was known")
        ->type_name("FINGERPRINT")
        ->excludes(labOption);
    watch->add_option("--known-hosts", knownHosts, "SSH host keys: this file instead of the application's own")->type_name("FILE")->excludes(labOption);
    watch->add_option("--key", keyFile, "SSH private key; the password opens it when it is encrypted")->type_name("FILE")->excludes(labOption);
    watch->add_flag("--legacy-ssh", options.legacySsh, "SSH algorithms given up as weak too, for RouterOS 6")->excludes(labOption);
    watch->add_flag("--anonymous-tls", options.allowAnonymous, "Accept api-ssl without a certificate: encrypted, but anybody may be behind it")
        ->excludes(labOption);
    watch->add_flag("--json", options.json, "One JSON object a line instead of a table");
    watch->add_option("--count", options.count, "End after N samples; without it, watch until interrupted")
        ->type_name("N")
        ->check(CLI::Range(1, 1'000'000'000));
    CLI::App* labs = app.add_subcommand("labs", "List the labs there are");
    CLI::App* check = addCheckCommand(app, options.check);
    CLI::App* config = addConfigCommand(app, options.config);
    CLI::App* doctor = addDoctorCommand(app, options.doctor);
    CLI::App* trace = addTraceCommand(app, options.trace);

    try {
        app.parse(argc, argv);
        if (watch->parsed() && host.empty() && lab.empty()) {
            throw CLI::RequiredError("watch: HOST or --lab NAME");
        }
    } catch (const CLI::ParseError& error) {
        const bool shown = app.exit(error) == 0; // help or version
        return {std::nullopt, shown ? kDone : kUsage};
    }
    options.command = check->parsed()    ? Options::Command::Check
                      : config->parsed() ? Options::Command::Config
                      : doctor->parsed() ? Options::Command::Doctor
                      : trace->parsed()  ? Options::Command::Trace
                      : labs->parsed()   ? Options::Command::Labs
                                         : Options::Command::Watch;
    options.host = QString::fromStdString(host);
    options.lab = QString::fromStdString(lab);
    options.user = QString::fromStdString(user);
    options.fingerprint = QString::fromStdString(fingerprint);
    options.knownHosts = QString::fromStdString(knownHosts);
    options.keyFile = QString::fromStdString(keyFile);
    return {options, kDone};
}

} // namespace app::ctl
