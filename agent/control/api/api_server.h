// The front door on TCP: the RouterOS API without TLS. One event loop; everything runs on the thread the server lives in.
//
//   ApiServer server(plane, users, {});
//   if (auto port = server.listen(QHostAddress::LocalHost, 0)) … *port
//
// Errors of listen(): AddressInUse, PermissionDenied, Io; each names address, port and remedy.
#pragma once

#include "agent/control/api/user_book.h"
#include "agent/control/commands/control_plane.h"
#include "agent/control/commands/conversation.h"
#include "core/base/result.h"

#include <QObject>
#include <QTcpServer>
#include <QTimer>

#include <vector>

class QHostAddress;

namespace agent::control {

class ApiSession;

struct ApiServerOptions {
    std::size_t maxSessions = 20; // /ip/service max-sessions
    ConversationOptions conversation;
};

class ApiServer final : public QObject {
    Q_OBJECT
public:
    ApiServer(ControlPlane& plane, UserBook users, ApiServerOptions options, QObject* parent = nullptr);
    ~ApiServer() override;

    // Port 0: any free one. Gives the port.
    core::base::Result<std::uint16_t> listen(const QHostAddress& address, std::uint16_t port);

    // Lets every session's streams have their turn now (housekeeping may have brought something).
    void wake();

private:
    void accept();
    void drop(ApiSession* session);

    ControlPlane& plane_;
    UserBook users_;
    ApiServerOptions options_;
    QTcpServer server_;
    QTimer timer_; // the next stream that is due
    std::vector<ApiSession*> sessions_; // owned through QObject
};

} // namespace agent::control
