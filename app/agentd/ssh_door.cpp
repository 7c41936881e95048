#include "app/agentd/ssh_door.h"

namespace app::agentd {

core::base::Result<std::unique_ptr<SshDoor>> SshDoor::open(agent::control::ControlPlane& plane, const DoorPlace& place, const DoorOptions& options) {
    if (!options.sshPort) {
        return std::unique_ptr<SshDoor>();
    }
    auto key = agent::control::hostKey(place.stateDirectory);
    if (!key) {
        return tl::unexpected(key.error());
    }
    const std::string print = agent::control::fingerprint(*key);
    std::unique_ptr<SshDoor> door(new SshDoor(plane, std::move(*key)));
    const auto port = door->server_.listen(place.address, *options.sshPort);
    if (!port) {
        return tl::unexpected(port.error());
    }
    door->readyFields_ = "\"ssh_port\":" + std::to_string(*port) + ",\"ssh_fingerprint\":\"" + print + "\"";
    return door;
}

} // namespace app::agentd
