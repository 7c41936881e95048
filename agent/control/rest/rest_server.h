// The front door for HTTP: /rest over HTTPS, with the user's name and password in each request (basic authentication).
//
//   RestServer server(plane, {});
//   auto port = server.listen(QHostAddress::LocalHost, 0, certificatePem, keyPem);
//
// Each request is a session of its own ("rest-api"): it ends with the answer, and so does a safe mode taken in it. Failed logins
// are noted in the log, good ones are not: a poller would fill it. Everything runs on the thread the server lives in.
//
// Errors of listen(): InvalidInput (certificate), AddressInUse, PermissionDenied, Io; each names address, port and remedy.
#pragma once

#include "agent/control/commands/control_plane.h"
#include "agent/control/rest/rest_exchange.h"
#include "core/base/result.h"

#include <QAbstractHttpServer>
#include <QPointer>
#include <QTcpSocket>
#include <QTimer>

#include <memory>
#include <string_view>
#include <vector>

class QHostAddress;

namespace agent::control {

class HttpListener;

struct RestServerOptions {
    std::size_t maxSessions = 20; // requests at once, as /ip/service max-sessions
};

class RestServer final : public QAbstractHttpServer {
    Q_OBJECT
public:
    RestServer(ControlPlane& plane, RestServerOptions options, QObject* parent = nullptr);
    ~RestServer() override;

    // Port 0: any free one. Gives the port.
    core::base::Result<std::uint16_t> listen(const QHostAddress& address, std::uint16_t port, std::string_view certificatePem,
                                             std::string_view keyPem);

    // Lets requests that are still running have their turn now.
    void wake();

Q_SIGNALS:
    // A request was executed: streams behind other doors may have something to say.
    void acted();

private:
    struct Running {
        QPointer<QTcpSocket> socket;
        SessionId session = 0;
        std::unique_ptr<RestExchange> exchange;
    };

    bool handleRequest(const QHttpServerRequest& request, QTcpSocket* socket) override;
    void missingHandler(const QHttpServerRequest& request, QTcpSocket* socket) override;
    void serve(const QHttpServerRequest& request, QTcpSocket* socket);
    [[nodiscard]] Outcome<User> authenticate(const QHttpServerRequest& request, const std::string& address);
    [[nodiscard]] bool isServing(const QTcpSocket* socket) const;

    ControlPlane& plane_;
    RestServerOptions options_;
    HttpListener* listener_; // owned through QObject
    QTimer timer_;           // the next request that is due
    std::vector<Running> running_;
};

} // namespace agent::control
