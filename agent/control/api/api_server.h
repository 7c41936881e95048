// The front door on TCP: the RouterOS API, plain ("api") or through TLS ("api-ssl"). One event loop; everything runs on the
// thread the server lives in.
//
//   ApiServer server(plane, {});
//   if (auto port = server.listen(QHostAddress::LocalHost, 0)) … *port
//
//   ApiServerOptions secure;
//   secure.tls = *TlsContext::withCertificate(certificate, key);
//   ApiServer second(plane, secure);
//
// Errors of listen(): AddressInUse, PermissionDenied, Io; each names address, port and remedy.
#pragma once

#include "agent/control/api/tls_filter.h"
#include "agent/control/commands/control_plane.h"
#include "agent/control/commands/conversation.h"
#include "core/base/result.h"

#include <QObject>
#include <QTcpServer>
#include <QTimer>

#include <chrono>
#include <optional>
#include <vector>

class QHostAddress;

namespace agent::control {

class ApiSession;

struct ApiSessionOptions {
    std::string via = "api";                     // or "api-ssl"
    bool legacyLogin = false;                    // answer /login with a challenge, as RouterOS before 6.43
    std::chrono::milliseconds loginTime{30'000}; // a client that has not logged in by then is sent away
    ConversationOptions conversation;
};

struct ApiServerOptions {
    std::size_t maxSessions = 20;    // logged in, as /ip/service max-sessions
    std::size_t maxConnections = 64; // with those that have not logged in yet
    std::optional<TlsContext> tls{}; // makes it "api-ssl"
    bool legacyLogin = false;
    std::chrono::milliseconds loginTime{30'000};
    ConversationOptions conversation{};
};

class ApiServer final : public QObject {
    Q_OBJECT
public:
    ApiServer(ControlPlane& plane, ApiServerOptions options, QObject* parent = nullptr);
    ~ApiServer() override;

    // Port 0: any free one. Gives the port.
    core::base::Result<std::uint16_t> listen(const QHostAddress& address, std::uint16_t port);

    // Lets every session's streams have their turn now (housekeeping may have brought something).
    void wake();

Q_SIGNALS:
    // A request was executed: streams behind other doors may have something to say.
    void acted();

private:
    void accept();
    void drop(ApiSession* session);

    ControlPlane& plane_;
    ApiServerOptions options_;
    QTcpServer server_;
    QTimer timer_;                      // the next stream that is due
    std::vector<ApiSession*> sessions_; // owned through QObject
};

} // namespace agent::control
