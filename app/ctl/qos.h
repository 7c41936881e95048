// `pathscopectl qos`: FastTrack-friendly QoS planned, applied and taken away.
#pragma once

#include "app/ctl/qos_options.h"

namespace app::ctl {

// Exit codes: in its --help.
int runQos(const QosOptions& options);

} // namespace app::ctl
