// Endpoints used or imported before, kept between runs under the key "connections" of the application's settings, with its format's number.
// Passwords are never part of it (see secrets.h). Format 1 knew only the API with and without TLS; it is read, and written as 2.
#pragma once

#include "core/workspace/router_state.h"

#include <vector>

namespace core::workspace {

// Newest first. Entries that cannot be understood are left out; settings of a newer format are not touched.
std::vector<Endpoint> rememberedEndpoints();
// Puts it first, in place of an older one for the same door; the thousand newest are kept.
void rememberEndpoint(const Endpoint& endpoint);
// Puts them behind those known; doors known already are left as they are.
void rememberEndpoints(const std::vector<Endpoint>& endpoints);
// Of the router behind this host and port and way, whoever logged in; empty: never seen.
QString rememberedFingerprint(const Endpoint& endpoint);
// Where this application keeps SSH host keys.
QString knownHostsFile();

} // namespace core::workspace
