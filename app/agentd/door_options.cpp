#include "app/agentd/door_options.h"

#include <CLI/CLI.hpp>

namespace app::agentd {

void addDoorOptions(CLI::App& app, DoorOptions& options) {
    app.add_option("--api-ssl-port", options.apiSslPort,
                   "Port of the API through TLS (RouterOS: 8729); 0: any free one. Without it that door stays shut");
    app.add_flag("--api-ssl-anonymous", options.apiSslAnonymous,
                 "TLS without a certificate, as RouterOS with certificate=none: encrypted, but nobody knows with whom");
    app.add_option("--rest-port", options.restPort, "Port of REST over HTTPS; 0: any free one. Without it that door stays shut");
    app.add_option("--ssh-port", options.sshPort,
                   "Port of the console through SSH (RouterOS: 22); 0: any free one. Without it that door stays shut");
    auto* certificate =
        app.add_option("--certificate", options.certificateFile, "Certificate (chain) of the TLS doors instead of the agent's own")
            ->type_name("FILE.pem");
    auto* key = app.add_option("--key", options.keyFile, "Unencrypted private key of --certificate")->type_name("FILE.pem");
    certificate->needs(key);
    key->needs(certificate);
    app.add_flag("--legacy-login", options.legacyLogin, "Answer the login of clients older than RouterOS 6.43 with a challenge");
}

} // namespace app::agentd
