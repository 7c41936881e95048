// The front door on SSH: RouterOS's console for people (a terminal) and for programs (one command a channel).
// Every connection and every session has a thread of its own; all they do to the router is done on the thread the server
// lives in, one job after the other.
//
//   SshServer server(plane, std::move(key), {});
//   if (auto port = server.listen(QHostAddress::LocalHost, 0)) … *port
//
// Offers what libssh offers by default, no old algorithms. Errors of listen(): AddressInUse, PermissionDenied, Io; each names
// address, port and remedy. The destructor ends every session and waits for their threads.
#pragma once

#include "agent/control/commands/control_plane.h"
#include "agent/control/ssh/host_key.h"
#include "agent/control/ssh/queued_gate.h"

#include <QObject>
#include <QTcpServer>

#include <vector>

class QHostAddress;
struct ssh_bind_struct;

namespace agent::control {

class SshConnection;

struct SshServerOptions {
    std::size_t maxConnections = 40; // logged in or not; sessions are counted by the session book
};

class SshServer final : public QObject {
    Q_OBJECT
public:
    SshServer(ControlPlane& plane, HostKey key, SshServerOptions options, QObject* parent = nullptr);
    ~SshServer() override;

    // Port 0: any free one. Gives the port.
    core::base::Result<std::uint16_t> listen(const QHostAddress& address, std::uint16_t port);

Q_SIGNALS:
    // A session did something: streams of other doors may have something to say.
    void acted();

private:
    // Hands out descriptors instead of sockets: libssh has its own.
    class Listener final : public QTcpServer {
    public:
        std::function<void(qintptr)> arrived;

    protected:
        void incomingConnection(qintptr descriptor) override { arrived(descriptor); }
    };

    void accept(qintptr descriptor);
    void reap();

    SshServerOptions options_;
    QueuedGate gate_;
    ssh_bind_struct* bind_ = nullptr;
    Listener listener_;
    std::vector<std::unique_ptr<SshConnection>> connections_;
};

} // namespace agent::control
