#include "agent/control/api/api_server.h"

#include "agent/control/api/api_session.h"

#include <QHostAddress>
#include <QTcpSocket>

#include <algorithm>

namespace agent::control {

using core::base::ErrorCode;
using core::base::Nanos;

ApiServer::ApiServer(ControlPlane& plane, ApiServerOptions options, QObject* parent)
    : QObject(parent)
    , plane_(plane)
    , options_(std::move(options)) {
    plane_.context().sessions.setLimit(options_.tls ? "api-ssl" : "api", options_.maxSessions);
    timer_.setSingleShot(true);
    timer_.setTimerType(Qt::PreciseTimer);
    connect(&timer_, &QTimer::timeout, this, &ApiServer::wake);
    connect(&server_, &QTcpServer::newConnection, this, &ApiServer::accept);
}

ApiServer::~ApiServer() {
    for (ApiSession* session : std::exchange(sessions_, {})) {
        delete session; // while the server is still whole
    }
}

core::base::Result<std::uint16_t> ApiServer::listen(const QHostAddress& address, std::uint16_t port) {
    if (server_.listen(address, port)) {
        return server_.serverPort();
    }
    const std::string option = options_.tls ? "--api-ssl-port" : "--api-port";
    const std::string where = address.toString().toStdString() + " port " + std::to_string(port);
    const std::string cause = server_.errorString().toStdString();
    switch (server_.serverError()) {
    case QAbstractSocket::AddressInUseError:
        return core::base::fail(ErrorCode::AddressInUse,
                                "Cannot listen on " + where + ": another program has it. Use " + option + " 0 for any free port.", cause);
    case QAbstractSocket::SocketAccessError:
        return core::base::fail(ErrorCode::PermissionDenied,
                                "Cannot listen on " + where + ": ports below 1024 need privileges. Use another " + option + ".", cause);
    default:
        return core::base::fail(ErrorCode::Io, "Cannot listen on " + where + ". Check --api-address.", cause);
    }
}

void ApiServer::accept() {
    while (QTcpSocket* socket = server_.nextPendingConnection()) {
        std::optional<TlsFilter> tls;
        if (options_.tls) {
            tls.emplace(*options_.tls);
        }
        auto* session =
            new ApiSession(new Transport(socket, std::move(tls), nullptr), plane_.context(),
                           {options_.tls ? "api-ssl" : "api", options_.legacyLogin, options_.loginTime, options_.conversation}, this);
        connect(session, &ApiSession::acted, this, &ApiServer::wake);
        connect(session, &ApiSession::acted, this, &ApiServer::acted);
        connect(session, &ApiSession::closed, this, [this, session] { drop(session); });
        sessions_.push_back(session);
        if (sessions_.size() > options_.maxConnections) {
            session->refuse("too many sessions");
        }
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
        timer_.start(
            static_cast<int>(std::clamp<Nanos>((*next - now + core::base::kMillisecond - 1) / core::base::kMillisecond, 0, 3'600'000)));
    } else {
        timer_.stop();
    }
}

} // namespace agent::control
