// The agent's ways in by API and HTTP: the plain API always, API-SSL and REST when asked for.
//
//   auto doors = Doors::open(plane, place, options.doors);
//   printf("{\"ready\":true,%s}\n", (*doors)->readyFields().c_str());
#pragma once

#include "agent/control/commands/control_plane.h"
#include "agent/control/commands/conversation.h"
#include "app/agentd/door_options.h"
#include "core/base/result.h"

#include <QHostAddress>
#include <QObject>

#include <cstdint>
#include <memory>
#include <string>

namespace agent::control {
class ApiServer;
class RestServer;
} // namespace agent::control

namespace app::agentd {

// Where the doors are.
struct DoorPlace {
    QHostAddress address;
    std::uint16_t apiPort = 0;
    std::string stateDirectory; // keeps the certificate; empty: it is new each time
    agent::control::ConversationOptions conversation;
};

class Doors final : public QObject {
    Q_OBJECT
public:
    // The plane must outlive the doors. The error is the first door's that could not be opened.
    [[nodiscard]] static core::base::Result<std::unique_ptr<Doors>> open(agent::control::ControlPlane& plane, const DoorPlace& place,
                                                                         const DoorOptions& options);

    // Gives the streams behind every door their turn.
    void wake();

    // Fields of the ready line: "api_port":8728,"api_ssl_port":8729,"rest_port":8443,"tls_fingerprint":"AB:…"
    [[nodiscard]] const std::string& readyFields() const { return readyFields_; }

private:
    Doors() = default;
    core::base::Result<void> openApi(agent::control::ControlPlane& plane, const DoorPlace& place, const DoorOptions& options);
    core::base::Result<void> openSecure(agent::control::ControlPlane& plane, const DoorPlace& place, const DoorOptions& options);

    // Owned through QObject; null when shut.
    agent::control::ApiServer* api_ = nullptr;
    agent::control::ApiServer* apiSsl_ = nullptr;
    agent::control::RestServer* rest_ = nullptr;
    std::string readyFields_;
};

} // namespace app::agentd
