// Which router a command asks, and how it is reached: the options that every command with a HOST has.
#pragma once

#include "core/workspace/router_state.h"

#include <string>

namespace CLI {
class App;
}

namespace app::ctl {

struct RouterOptions {
    std::string host, lab; // at most one of them
    quint16 port = 0;      // 0: the usual one of via
    std::string user = "admin";
    std::string passwordFile;
    core::workspace::Via via = core::workspace::Via::ApiSsl;
    bool allowAnonymous = false;
    bool legacySsh = false;
    std::string keyFile, fingerprint, knownHosts;

    [[nodiscard]] bool given() const { return !host.empty() || !lab.empty(); }
    [[nodiscard]] core::workspace::Endpoint endpoint() const;
};

// Adds all of them but HOST, which is each command's own. `labHelp` says what the command does with a lab. `options` must live until the
// line is read.
void addRouterOptions(CLI::App& command, RouterOptions& options, const std::string& labHelp);

// Whether a word on the command line means a file, not a router's name or address: there is one, or it is written like one.
[[nodiscard]] bool meansFile(const std::string& word);

} // namespace app::ctl
