// What the ports need to know about network interfaces of this machine.
#pragma once

#include "core/base/result.h"

#include <string>

namespace agent::io {

// InvalidInput for a name no Linux interface can have: empty, 16 characters or more, "." or "..", with '/', ':' or a space.
core::base::Result<void> checkInterfaceName(const std::string& name);

// Index of an existing interface that is up. NotFound, or Io when it is down.
core::base::Result<int> indexOfRunningInterface(const std::string& name);

// Needs CAP_NET_ADMIN; nothing is done when it is up already.
core::base::Result<void> setInterfaceUp(const std::string& name);

// Receive queues of an interface; 1 where the driver does not say.
unsigned receiveQueues(const std::string& name);

// The error for a call that the kernel refused: PermissionDenied with the remedy for EPERM and EACCES, otherwise Io.
// `doing` completes "… interface NAME", e.g. "listening on".
core::base::Error kernelError(const std::string& doing, const std::string& interface, int errorNumber);

} // namespace agent::io
