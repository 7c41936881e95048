#include "app/ctl/router_options.h"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <map>

namespace app::ctl {

using core::workspace::Via;

core::workspace::Endpoint RouterOptions::endpoint() const {
    core::workspace::Endpoint endpoint;
    endpoint.host = QString::fromStdString(host);
    endpoint.via = via;
    endpoint.port = port != 0 ? port : usualPort(via);
    endpoint.user = QString::fromStdString(user);
    endpoint.allowAnonymous = allowAnonymous;
    endpoint.legacySsh = legacySsh;
    endpoint.keyFile = QString::fromStdString(keyFile);
    endpoint.fingerprint = QString::fromStdString(fingerprint);
    endpoint.knownHosts = QString::fromStdString(knownHosts);
    return endpoint;
}

void addRouterOptions(CLI::App& command, RouterOptions& options, const std::string& labHelp) {
    CLI::Option* lab = command.add_option("--lab", options.lab, labHelp)->type_name("NAME");
    command.add_option("--port", options.port, "Port; by default 8729 for api-ssl, 22 for ssh, 8728 for api")
        ->type_name("N")
        ->check(CLI::Range(1, 65535))
        ->excludes(lab);
    command.add_option("--user", options.user, "User to log in as")->type_name("NAME")->capture_default_str()->excludes(lab);
    command.add_option("--password-file", options.passwordFile, "File whose first line is the password")->type_name("FILE")->excludes(lab);
    const std::map<std::string, Via> vias{{"api-ssl", Via::ApiSsl}, {"ssh", Via::Ssh}, {"api", Via::Api}};
    command.add_option("--via", options.via, "What to speak: api-ssl (default), ssh, or api, which sends the password in plain text")
        ->transform(CLI::CheckedTransformer(vias))
        ->type_name("api-ssl|ssh|api")
        ->excludes(lab);
    command
        .add_option("--trust-fingerprint", options.fingerprint,
                    "SHA-256 the router has to show: of its certificate in hex, of its host key as SHA256:…; replaces what was known")
        ->type_name("FINGERPRINT")
        ->excludes(lab);
    command.add_option("--known-hosts", options.knownHosts, "SSH host keys: this file instead of the application's own")
        ->type_name("FILE")
        ->excludes(lab);
    command.add_option("--key", options.keyFile, "SSH private key; the password opens it when it is encrypted")
        ->type_name("FILE")
        ->excludes(lab);
    command.add_flag("--legacy-ssh", options.legacySsh, "SSH algorithms given up as weak too, for RouterOS 6")->excludes(lab);
    command
        .add_flag("--anonymous-tls", options.allowAnonymous,
                  "Accept api-ssl without a certificate: encrypted, but anybody may be behind it")
        ->excludes(lab);
}

bool meansFile(const std::string& word) {
    std::error_code ignored;
    return word == "-" || word.find('/') != std::string::npos || word.ends_with(".rsc") || std::filesystem::exists(word, ignored);
}

} // namespace app::ctl
