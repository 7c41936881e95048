#include "core/link/socket_channel.h"

#include <QTcpSocket>

namespace core::link {

using core::base::Error;
using core::base::ErrorCode;

SocketChannel::SocketChannel(QString host, quint16 port, std::chrono::milliseconds connectTimeout)
    : SocketChannel(std::make_unique<QTcpSocket>(), std::move(host), port, connectTimeout) {
    connect(socket_.get(), &QTcpSocket::connected, this, &SocketChannel::becomeOpen);
}

SocketChannel::SocketChannel(std::unique_ptr<QTcpSocket> socket, QString host, quint16 port, std::chrono::milliseconds connectTimeout)
    : socket_(std::move(socket))
    , host_(std::move(host))
    , port_(port)
    , connectTimeout_(connectTimeout) {
    watchSocket();
}

SocketChannel::~SocketChannel() {
    socket_->disconnect(this);
}

void SocketChannel::watchSocket() {
    socket_->setReadBufferSize(kReadBuffer);
    connectTimer_.setSingleShot(true);
    connect(&connectTimer_, &QTimer::timeout, this, [this] {
        fail({ErrorCode::Timeout,
              peer() + " did not answer within " + std::to_string(connectTimeout_.count()) +
                  " ms. Check the address and that no firewall drops the port.",
              {}});
    });
    connect(socket_.get(), &QTcpSocket::readyRead, this, [this] {
        const QByteArray bytes = socket_->readAll();
        Q_EMIT received(bytes);
    });
    connect(socket_.get(), &QAbstractSocket::errorOccurred, this,
            [this](QAbstractSocket::SocketError error) { fail(describeError(error)); });
}

void SocketChannel::open() {
    state_ = State::Connecting;
    connectTimer_.start(connectTimeout_);
    startConnecting();
}

void SocketChannel::startConnecting() {
    socket_->connectToHost(host_, port_);
}

void SocketChannel::becomeOpen() {
    if (state_ != State::Connecting) {
        return;
    }
    connectTimer_.stop();
    socket_->setSocketOption(QAbstractSocket::LowDelayOption, 1);
    socket_->setSocketOption(QAbstractSocket::KeepAliveOption, 1);
    state_ = State::Open;
    Q_EMIT opened();
}

void SocketChannel::send(std::string_view bytes) {
    if (state_ == State::Open) {
        socket_->write(bytes.data(), static_cast<qint64>(bytes.size()));
    }
}

void SocketChannel::close() {
    state_ = State::Closed;
    connectTimer_.stop();
    socket_->abort();
}

void SocketChannel::fail(Error error) {
    if (state_ != State::Connecting && state_ != State::Open) {
        return;
    }
    close();
    Q_EMIT closed(error);
}

std::string SocketChannel::peer() const {
    const bool v6 = host_.contains(u':');
    return (v6 ? "[" + host_.toStdString() + "]" : host_.toStdString()) + ":" + std::to_string(port_);
}

Error SocketChannel::describeError(QAbstractSocket::SocketError error) const {
    const std::string cause = socket_->errorString().toStdString();
    switch (error) {
    case QAbstractSocket::ConnectionRefusedError:
        return {ErrorCode::Unreachable, "Nothing listens on " + peer() + ". Check the port, and on the router /ip service print.", cause};
    case QAbstractSocket::HostNotFoundError:
        return {ErrorCode::Unreachable, "The name " + host_.toStdString() + " is not known. Check the spelling, or use the address.",
                cause};
    case QAbstractSocket::RemoteHostClosedError:
        return {ErrorCode::ConnectionLost, peer() + " closed the connection.", {}};
    default:
        return {state_ == State::Open ? ErrorCode::ConnectionLost : ErrorCode::Unreachable, "No connection to " + peer() + ".", cause};
    }
}

} // namespace core::link
