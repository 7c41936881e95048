#include "agent/control/ssh/ssh_server.h"

#include "agent/control/ssh/ssh_connection.h"

#include <QHostAddress>

#include <algorithm>
#include <sys/socket.h>
#include <unistd.h>

namespace agent::control {

using core::base::ErrorCode;

namespace {

std::string peerAddress(int descriptor) {
    sockaddr_storage storage{};
    socklen_t length = sizeof storage;
    auto* address = reinterpret_cast<sockaddr*>(&storage);
    return ::getpeername(descriptor, address, &length) == 0 ? QHostAddress(address).toString().toStdString() : std::string();
}

} // namespace

SshServer::SshServer(ControlPlane& plane, HostKey key, SshServerOptions options, QObject* parent)
    : QObject(parent), options_(options), gate_(plane.context()), bind_(ssh_bind_new()) {
    const bool fromFiles = false; // no configuration of the system's
    ssh_bind_options_set(bind_, SSH_BIND_OPTIONS_PROCESS_CONFIG, &fromFiles);
    ssh_bind_options_set(bind_, SSH_BIND_OPTIONS_BANNER, "Pathscope");
    ssh_bind_options_set(bind_, SSH_BIND_OPTIONS_IMPORT_KEY, key.release()); // its owner now
    listener_.arrived = [this](qintptr descriptor) { accept(descriptor); };
    connect(&gate_, &QueuedGate::acted, this, &SshServer::acted);
}

SshServer::~SshServer() {
    listener_.close();
    gate_.close(); // whoever waits for this thread stops waiting
    for (const auto& connection : connections_) {
        connection->stop();
    }
    connections_.clear();
    ssh_bind_free(bind_);
}

core::base::Result<std::uint16_t> SshServer::listen(const QHostAddress& address, std::uint16_t port) {
    if (listener_.listen(address, port)) {
        return listener_.serverPort();
    }
    const std::string where = address.toString().toStdString() + " port " + std::to_string(port);
    const std::string cause = listener_.errorString().toStdString();
    switch (listener_.serverError()) {
    case QAbstractSocket::AddressInUseError:
        return core::base::fail(ErrorCode::AddressInUse, "Cannot listen on " + where + ": another program has it. Use --ssh-port 0 for any free port.", cause);
    case QAbstractSocket::SocketAccessError:
        return core::base::fail(ErrorCode::PermissionDenied, "Cannot listen on " + where + ": ports below 1024 need privileges. Use another --ssh-port.", cause);
    default: return core::base::fail(ErrorCode::Io, "Cannot listen on " + where + ". Check the address of --ssh-port.", cause);
    }
}

void SshServer::accept(qintptr descriptor) {
    const int fd = static_cast<int>(descriptor);
    ssh_session session = connections_.size() < options_.maxConnections ? ssh_new() : nullptr;
    if (!session) {
        ::close(fd);
        return;
    }
    if (ssh_bind_accept_fd(bind_, session, fd) != SSH_OK) {
        if (ssh_get_fd(session) != fd) { // else it belongs to the session
            ::close(fd);
        }
        ssh_free(session);
        return;
    }
    // Its last word comes from its own thread; the queue brings it here.
    auto connection = std::make_unique<SshConnection>(session, gate_, peerAddress(fd), [this] { QMetaObject::invokeMethod(this, [this] { reap(); }, Qt::QueuedConnection); });
    if (connection->start()) {
        connections_.push_back(std::move(connection));
    }
}

void SshServer::reap() {
    std::erase_if(connections_, [](const auto& connection) { return connection->hasEnded(); });
}

} // namespace agent::control
