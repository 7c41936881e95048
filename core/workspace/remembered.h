// Endpoints used before, kept between runs under the key "connections" of the application's settings, with its format's number.
// Passwords are never part of it.
#pragma once

#include "core/workspace/router_state.h"

#include <vector>

namespace core::workspace {

// Newest first. Entries that cannot be understood are left out; settings of a newer format are not touched.
std::vector<Endpoint> rememberedEndpoints();
// Puts it first; the twenty newest are kept.
void rememberEndpoint(const Endpoint& endpoint);

} // namespace core::workspace
