// `pathscopectl fix`: the doctor's fixes listed, planned and applied.
#pragma once

#include "app/ctl/fix_options.h"

namespace app::ctl {

// Exit codes: in its --help.
int runFix(const FixOptions& options);

} // namespace app::ctl
