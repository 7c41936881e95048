#include "core/workspace/connection.h"

#include "core/link/api_session.h"
#include "core/link/socket_channel.h"
#include "core/link/ssh_session.h"
#include "core/link/tls_channel.h"
#include "core/workspace/remembered.h"

#include <QPointer>
#include <algorithm>

namespace core::workspace {

using core::base::Error;
using core::base::ErrorCode;
using core::base::Result;
using core::link::ApiSession;
using core::link::Session;
using core::link::SocketChannel;
using core::link::SshSession;
using core::link::TlsChannel;

namespace {

constexpr int kTickMs = 1000;
constexpr int kLongestWaitMs = 60'000;

bool isPermanent(ErrorCode code) {
    return code == ErrorCode::LoginFailed || code == ErrorCode::Protocol || code == ErrorCode::NotFound ||
           code == ErrorCode::InvalidInput || code == ErrorCode::PermissionDenied;
}

// An agent of our own on this machine.
Endpoint loopback() {
    Endpoint endpoint;
    endpoint.host = QStringLiteral("127.0.0.1");
    endpoint.port = 0;
    endpoint.via = Via::Api;
    return endpoint;
}

std::unique_ptr<Session> makeSession(const Endpoint& endpoint) {
    switch (endpoint.via) {
    case Via::Ssh: {
        core::link::SshOptions options;
        options.knownHosts = (endpoint.knownHosts.isEmpty() ? knownHostsFile() : endpoint.knownHosts).toStdString();
        options.pinned = endpoint.fingerprint.toStdString();
        options.keyFile = endpoint.keyFile.toStdString();
        options.legacyAlgorithms = endpoint.legacySsh;
        return std::make_unique<SshSession>(core::link::SshAddress{endpoint.host, endpoint.port}, std::move(options));
    }
    case Via::ApiSsl:
        return std::make_unique<ApiSession>(std::make_unique<TlsChannel>(
            endpoint.host, endpoint.port, core::link::TlsTrust{endpoint.fingerprint.toStdString(), endpoint.allowAnonymous}));
    case Via::Api:
        break;
    }
    return std::make_unique<ApiSession>(std::make_unique<SocketChannel>(endpoint.host, endpoint.port));
}

PeerAlarm toAlarm(const core::link::PeerChange& change) {
    return {QString::fromStdString(change.known), QString::fromStdString(change.seen.fingerprint),
            QString::fromStdString(change.seen.detail)};
}

} // namespace

Connection::Connection(Endpoint endpoint, QString password, QObject* parent)
    : QObject(parent)
    , endpoint_(std::move(endpoint))
    , password_(std::move(password)) {
    connect(&ticker_, &QTimer::timeout, this, &Connection::tick);
}

Connection::Connection(const QString& lab, QObject* parent)
    : Connection(loopback(), {}, parent) {
    agent_ = std::make_unique<core::twin::AgentProcess>(lab);
}

Connection::~Connection() {
    ++attempt_; // whatever is answered from here on is late
    ticker_.stop();
    session_.reset();
    agent_.reset();
}

int Connection::retryInMs() const {
    return state_ == LinkState::Reconnecting && ticker_.isActive() ? static_cast<int>(std::max<qint64>(0, retryAt_.remainingTime())) : 0;
}

void Connection::connectNow() {
    ticker_.stop();
    retire();
    if (state_ == LinkState::Failed) {
        failures_ = 0;
    }
    setState(failures_ == 0 ? LinkState::Connecting : LinkState::Reconnecting, failures_ == 0 ? QString() : message_);
    attempt();
}

void Connection::giveUp(const QString& message) {
    ticker_.stop();
    retire();
    setState(LinkState::Failed, message);
}

void Connection::trustNewPeer() {
    if (alarm_) {
        endpoint_.fingerprint = alarm_->seen;
        connectNow();
    }
}

namespace {

QCoro::Task<Result<core::change::OwnSession>> openAnother(Endpoint endpoint, QString password) {
    core::change::OwnSession session(makeSession(endpoint).release());
    std::string user = endpoint.user.toStdString();
    std::string secret = password.toStdString();
    const Result<void> opened = co_await session->open(std::move(user), std::move(secret));
    if (!opened) {
        co_return tl::unexpected(opened.error());
    }
    co_return std::move(session);
}

} // namespace

Connection::Maker Connection::maker() const {
    return [endpoint = endpoint_, password = password_] { return openAnother(endpoint, password); };
}

void Connection::drop(const Error& error) {
    failed(error);
}

QCoro::Task<void> Connection::attempt() {
    const QPointer<Connection> self(this);
    const int mine = ++attempt_;
    if (agent_) {
        const Result<core::twin::AgentAddress> address = co_await agent_->start();
        if (!self || mine != attempt_) {
            co_return;
        }
        if (!address) {
            failed(address.error());
            co_return;
        }
        endpoint_.port = address->port;
        endpoint_.user = QString::fromStdString(address->user);
        password_ = QString::fromStdString(address->password);
    }
    alarm_.reset();
    session_ = makeSession(endpoint_);
    connect(session_.get(), &Session::closed, this, &Connection::failed);
    std::string user = endpoint_.user.toStdString();
    std::string password = password_.toStdString();
    const Result<void> opened = co_await session_->open(std::move(user), std::move(password));
    if (!self || mine != attempt_) {
        co_return;
    }
    if (!opened) {
        if (const std::optional<core::link::PeerChange> change = session_->peerChange()) {
            alarm_ = toAlarm(*change);
        }
        failed(opened.error());
        co_return;
    }
    failures_ = 0;
    if (endpoint_.via == Via::ApiSsl) {
        endpoint_.fingerprint = QString::fromStdString(session_->identity().fingerprint);
    }
    setState(LinkState::Online, {});
    Q_EMIT online();
}

void Connection::failed(const Error& error) {
    if (state_ == LinkState::Failed || ticker_.isActive()) {
        return; // known already: one loss is often noticed in several places
    }
    retire();
    const QString message = QString::fromStdString(error.describe());
    if (isPermanent(error.code)) {
        setState(LinkState::Failed, message);
        return;
    }
    const int waitMs = std::min(kLongestWaitMs, 1000 << std::min(failures_, 6));
    ++failures_;
    retryAt_ = QDeadlineTimer(waitMs);
    ticker_.start(std::min(kTickMs, waitMs));
    setState(LinkState::Reconnecting, message);
}

void Connection::tick() {
    if (retryAt_.hasExpired()) {
        connectNow();
    } else {
        ticker_.start(static_cast<int>(std::clamp<qint64>(retryAt_.remainingTime(), 1, kTickMs)));
        Q_EMIT stateChanged();
    }
}

// The session may be in the middle of telling us that it ended: it is only unhooked here and destroyed by the event loop.
void Connection::retire() {
    ++attempt_;
    if (!session_) {
        return;
    }
    const bool wasOnline = state_ == LinkState::Online;
    Session* old = session_.release();
    old->disconnect(this);
    old->deleteLater();
    if (wasOnline) {
        Q_EMIT offline();
    }
    old->close();
}

void Connection::setState(LinkState state, QString message) {
    state_ = state;
    message_ = std::move(message);
    Q_EMIT stateChanged();
}

} // namespace core::workspace
