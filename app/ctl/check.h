// pathscopectl check: does a configuration keep its paths? For CI.
#pragma once

#include "app/ctl/check_options.h"

namespace app::ctl {

// Exit status: 0 every expectation is met, 1 one is not, 2 could not read or predict. Prints one line per expectation and the reasons.
// Needs a QCoreApplication.
int runCheck(const CheckOptions& options);

} // namespace app::ctl
