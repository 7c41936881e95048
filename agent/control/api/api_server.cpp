#include "agent/control/api/api_server.h"

#include "agent/control/api/api_session.h"
#include "core/routeros/api/reply_codec.h"

#include <QHostAddress>
#include <QTcpSocket>

#include <algorithm>

namespace agent::control {

using core::base::ErrorCode;
using core::base::Nanos;

ApiServer::ApiServer(ControlPlane& plane, UserBook users, ApiServerOptions options, QObject* parent)
    : QObject(parent), plane_(plane), users_(std::move(users)), options_(options) {
    timer_.setSingleShot(true);
    timer_.setTimerType(Qt::PreciseTimer);
    connect(&timer_, &QTimer::timeout, this, &ApiServer::wake);
    connect(&server_, &QTcpServer::newConnection, this, &ApiServer::accept);
    plane_.context().activeUsers = [this] {
        std::vector<ActiveUser> active;
        for (const ApiSession* session : sessions_) {
            if (auto user = session->activeUser()) {
                active.push_back(std::move(*user));
            }
        }
        return active;
    };
}

ApiServer::~ApiServer() { plane_.context().activeUsers = {}; }

core::base::Result<std::uint16_t> ApiServer::listen(const QHostAddress& address, std::uint16_t port) {
    if (server_.listen(address, port)) {
        return server_.serverPort();
    }
    const std::string where = address.toString().toStdString() + " port " + std::to_string(port);
    const std::string cause = server_.errorString().toStdString();
    switch (server_.serverError()) {
    case QAbstractSocket::AddressInUseError:
        return core::base::fail(ErrorCode::AddressInUse, "Cannot listen on " + where + ": another program has it. Use --api-port 0 for any free port.", cause);
    case QAbstractSocket::SocketAccessError:
        return core::base::fail(ErrorCode::PermissionDenied, "Cannot listen on " + where + ": ports below 1024 need privileges. Use another --api-port.", cause);
    default: return core::base::fail(ErrorCode::Io, "Cannot listen on " + where + ". Check --api-address.", cause);
    }
}

void ApiServer::accept() {
    while (QTcpSocket* socket = server_.nextPendingConnection()) {
        if (sessions_.size() >= options_.maxSessions) {
            const std::string fatal =
                core::routeros::api::encodeSentence(core::routeros::api::encode({core::model::ReplyKind::Fatal, {}, {}, {{}, "too many sessions"}}));
            connect(socket, &QTcpSocket::disconnected, socket, &QObject::deleteLater);
            socket->write(fatal.data(), static_cast<qint64>(fatal.size()));
            socket->disconnectFromHost();
            continue;
        }
        auto* session = new ApiSession(socket, plane_.context(), users_, options_.conversation, this);
        sessions_.push_back(session);
        connect(session, &ApiSession::acted, this, &ApiServer::wake);
        connect(session, &ApiSession::closed, this, [this, session] { drop(session); });
    }
}

void ApiServer::drop(ApiSession* session) {
    if (std::erase(sessions_, session) > 0) {
        session->deleteLater();
    }
}

void ApiServer::wake() {
    const Nanos now = plane_.context().clock.now();
    std::optional<Nanos> next;
    const std::vector<ApiSession*> sessions = sessions_; // a session may end while it is polled
    for (ApiSession* session : sessions) {
        session->poll(now);
        const auto due = session->due();
        next = due && (!next || *due < *next) ? due : next;
    }
    if (next) {
        // Rounded up, so that the stream is due when the timer fires.
        timer_.start(static_cast<int>(std::clamp<Nanos>((*next - now + core::base::kMillisecond - 1) / core::base::kMillisecond, 0, 3'600'000)));
    } else {
        timer_.stop();
    }
}

} // namespace agent::control
