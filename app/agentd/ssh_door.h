// The agent's way in by SSH, when asked for.
//
//   auto ssh = SshDoor::open(plane, place, options.doors);     // null when there is no --ssh-port
//   (*ssh)->readyFields()                                      // "ssh_port":2222,"ssh_fingerprint":"SHA256:…"
#pragma once

#include "agent/control/commands/control_plane.h"
#include "agent/control/ssh/ssh_server.h"
#include "app/agentd/doors.h"
#include "core/base/result.h"

#include <memory>
#include <string>

namespace app::agentd {

class SshDoor {
public:
    // The plane must outlive the door.
    [[nodiscard]] static core::base::Result<std::unique_ptr<SshDoor>> open(agent::control::ControlPlane& plane, const DoorPlace& place, const DoorOptions& options);

    [[nodiscard]] agent::control::SshServer& server() { return server_; }
    [[nodiscard]] const std::string& readyFields() const { return readyFields_; }

private:
    SshDoor(agent::control::ControlPlane& plane, agent::control::HostKey key) : server_(plane, std::move(key), {}) {}

    agent::control::SshServer server_;
    std::string readyFields_;
};

} // namespace app::agentd
