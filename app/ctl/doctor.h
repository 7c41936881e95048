// pathscopectl doctor: what is wrong with a configuration, in a file or on a running router.
#pragma once

#include "app/ctl/doctor_options.h"

namespace app::ctl {

// Exit status: 0 healthy, 1 findings, 2 could not read. Prints the diagnosis, or the page of --explain. Needs a
// QCoreApplication.
int runDoctor(const DoctorOptions& options);

} // namespace app::ctl
