// pathscopectl change: the journal, and the end of changes whose program is gone.
#pragma once

#include "app/ctl/apply_options.h"

namespace app::ctl {

// Returns the exit code.
int runChange(const ChangeOptions& options);

} // namespace app::ctl
