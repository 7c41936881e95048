// Runs "pathscopectl config": reads the files, prints what was asked for on standard output and what cannot be read on standard error.
#pragma once

#include "app/ctl/config_options.h"

namespace app::ctl {

// What the program ends with: 0 fine, 1 differences or errors found, 3 a file could not be read (the others are still worked on).
int runConfig(const ConfigOptions& options);

} // namespace app::ctl
