// IPv6 addresses between the tree's text and the engine.
#pragma once

#include "agent/dataplane/config/ipv6_address.h"
#include "core/routeros/config/ipv6_text.h"
#include "core/routeros/config/values.h"

#include <string>

namespace agent::control {

[[nodiscard]] agent::dataplane::Ipv6Address engineAddress(const core::routeros::config::Ipv6Octets& octets);
[[nodiscard]] std::string ipv6Text(const agent::dataplane::Ipv6Address& address); // RFC 5952

} // namespace agent::control
