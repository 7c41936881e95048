// Command line of "pathscopectl advise".
#pragma once

#include "core/model/advice.h"

#include <optional>
#include <string>

namespace CLI {
class App;
}

namespace app::ctl {

struct AdviseOptions {
    core::model::SizingNeed need;
    bool all = false; // boards that do not carry it too
    bool json = false;
};

// Adds the subcommand, which fills in `options` when it is on the line. `options` must live until the line is read.
CLI::App* addAdviseCommand(CLI::App& app, AdviseOptions& options);

// "1000" in megabits, "5G", "2.5G", "500M"; nothing for anything else, zero and less.
[[nodiscard]] std::optional<core::base::BitRate> parseLineRate(const std::string& text);

} // namespace app::ctl
