// "pathscopectl sink": the far end of a load, until it is interrupted.
#pragma once

#include <cstdint>
#include <string>

namespace CLI {
class App;
}

namespace app::ctl {

struct SinkOptions {
    std::string address; // empty: every one of this computer
    std::uint16_t port = 0;
};

// Adds the subcommand, which fills in `options` when it is on the line. `options` must live until the line is read.
CLI::App* addSinkCommand(CLI::App& app, SinkOptions& options);

// 0 interrupted, 1 the port cannot be listened on, 2 no such address.
int runSink(const SinkOptions& options);

} // namespace app::ctl
