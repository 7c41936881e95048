// Command line of "pathscopectl report".
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace app::ctl {

// How a report looks and what stays out of it; also of other commands that show one.
struct ReportLookOptions {
    std::string title, logo;
    std::vector<std::string> redact; // "addresses", "names"
};

struct ReportOptions {
    std::vector<std::string> evidence;      // ids, "last", files NAME.pathscope
    std::vector<std::string> before, after; // Flent's and iperf3's files, instead
    std::vector<std::string> outputs;       // empty: text on standard output
    ReportLookOptions look;
    bool json = false;
};

// Adds the subcommand, which fills in `options` when it is on the line. `options` must live until the line is read.
CLI::App* addReportCommand(CLI::App& app, ReportOptions& options);

} // namespace app::ctl
