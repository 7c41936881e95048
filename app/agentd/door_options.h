// What the command line says about the ways in: API-SSL, REST, SSH, their certificate, and the old login.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace CLI {
class App;
}

namespace app::agentd {

struct DoorOptions {
    std::optional<std::uint16_t> apiSslPort, restPort, sshPort; // nothing: stays shut; 0: any free port
    bool apiSslAnonymous = false;
    bool legacyLogin = false;
    std::string certificateFile, keyFile; // both or none
};

// `options` must outlive the parsing.
void addDoorOptions(CLI::App& app, DoorOptions& options);

} // namespace app::agentd
