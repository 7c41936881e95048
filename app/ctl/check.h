// pathscopectl check: does a configuration keep its paths? For CI.
#pragma once

#include "app/ctl/check_options.h"

namespace app::ctl {

// Exit status: 0 every expectation is met, 1 one is not, 2 could not read. Prints one line per expectation and the reasons.
int runCheck(const CheckOptions& options);

} // namespace app::ctl
