// Which board to be and which configuration to start with, from what the command line says.
#pragma once

#include "agent/control/tree/load.h"
#include "app/agentd/options.h"
#include "core/devices/board.h"
#include "core/devices/lab.h"

#include <optional>
#include <string>
#include <vector>

namespace app::agentd {

struct ConfigText {
    std::string name; // for messages
    std::string text;
};

// The --config files. The error names the one that cannot be read.
[[nodiscard]] core::base::Result<std::vector<ConfigText>> readConfigs(const std::vector<std::string>& files);

// --board, else the lab's, else the one the last file's "# model =" names, else a CHR. `said` gets a line for people when
// that is not the board the file is of.
[[nodiscard]] core::base::Result<core::devices::Board> chooseBoard(const Options& options, const std::optional<core::devices::Lab>& lab,
                                                                  const std::vector<ConfigText>& configs, std::string& said);

// The lab's files strictly, then the user's, of which everything that is not understood is kept: remarks say what.
[[nodiscard]] core::base::Result<std::vector<agent::control::LoadRemark>>
configure(agent::control::LiveConfig& live, const std::optional<core::devices::Lab>& lab, const std::vector<ConfigText>& configs);

// The first few remarks and how many there are, on standard error.
void printRemarks(const std::vector<agent::control::LoadRemark>& remarks);

} // namespace app::agentd
