#include "agent/control/rest/http_listener.h"

#include <QSslSocket>

namespace agent::control {

namespace {

constexpr qint64 kMaxRequest = 2 << 20;
constexpr int kMaxConnections = 64;
constexpr int kPatienceMs = 75'000; // more than a command may take

} // namespace

HttpListener::HttpListener(QObject* parent)
    : QSslServer(parent) {}

QTcpSocket* HttpListener::nextPendingConnection() {
    while (QTcpSocket* socket = QSslServer::nextPendingConnection()) {
        if (uses_.size() < kMaxConnections) {
            watch(socket);
            return socket;
        }
        socket->abort();
        socket->deleteLater();
    }
    return nullptr;
}

void HttpListener::watch(QTcpSocket* socket) {
    Use use;
    use.patience = new QTimer(socket);
    use.patience->setSingleShot(true);
    // Qt's HTTP server drops all connections of a socket whose request it cannot parse, and leaves it open: only the timer is
    // sure to be heard, so it is the timer's job to end it.
    connect(use.patience, &QTimer::timeout, this, [this, socket] { cutOff(socket); });
    connect(socket, &QTcpSocket::readyRead, this, [this, socket] { count(socket); });
    connect(socket, &QObject::destroyed, this, [this, socket] { uses_.remove(socket); });
    use.patience->start(kPatienceMs);
    uses_.insert(socket, use);
}

void HttpListener::count(QTcpSocket* socket) {
    const auto use = uses_.find(socket);
    if (use != uses_.end() && (use->octets += socket->bytesAvailable()) > kMaxRequest) {
        cutOff(socket);
    }
}

void HttpListener::completed(QTcpSocket* socket) {
    const auto use = uses_.find(socket);
    if (use != uses_.end()) {
        use->octets = 0;
        use->patience->start(kPatienceMs);
    }
}

void HttpListener::cutOff(QTcpSocket* socket) {
    uses_.remove(socket);
    socket->abort();
    socket->deleteLater();
}

} // namespace agent::control
