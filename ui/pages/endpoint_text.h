// Endpoints as people write them, and what a host field may hold.
#pragma once

#include "core/workspace/router_state.h"

namespace ui {

// "admin@192.168.88.1", with the port where it is not the usual one.
[[nodiscard]] QString endpointText(const core::workspace::Endpoint& endpoint);

// "API-SSL", "SSH", "API, not encrypted".
[[nodiscard]] QString viaText(core::workspace::Via via);

// Traffic to it does not leave this machine.
[[nodiscard]] bool isLoopbackHost(const QString& host);

// Whether `host` can be an IPv4 or IPv6 address or a DNS name.
[[nodiscard]] bool isPlausibleHost(const QString& host);

} // namespace ui
