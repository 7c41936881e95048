// Where the API user's password comes from; never the command line, which every process can read.
#pragma once

#include "core/base/result.h"

#include <string>

namespace app::agentd {

// First line of `file`, or PATHSCOPE_AGENT_PASSWORD when `file` is empty (the variable is taken out of the environment).
// InvalidInput when there is no password: there is no default one.
[[nodiscard]] core::base::Result<std::string> readPassword(const std::string& file);

} // namespace app::agentd
