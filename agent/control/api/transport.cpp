#include "agent/control/api/transport.h"

#include <QHostAddress>
#include <QTcpSocket>

namespace agent::control {

namespace {

constexpr qint64 kReadBuffer = 256 << 10; // the rest waits in the client's TCP
constexpr qint64 kEncryptedChunk = 16 << 10;

} // namespace

Transport::Transport(QTcpSocket* socket, std::optional<TlsFilter> tls, QObject* parent)
    : QObject(parent)
    , socket_(socket)
    , tls_(std::move(tls)) {
    socket_->setParent(this);
    socket_->setReadBufferSize(kReadBuffer);
    socket_->setSocketOption(QAbstractSocket::LowDelayOption, 1);
    socket_->setSocketOption(QAbstractSocket::KeepAliveOption, 1);
    connect(socket_, &QTcpSocket::readyRead, this, &Transport::readable);
    connect(socket_, &QTcpSocket::bytesWritten, this, &Transport::progressed);
    connect(socket_, &QTcpSocket::disconnected, this, &Transport::closed);
}

Transport::~Transport() {
    socket_->disconnect(this); // its signals would reach a half-destroyed object
}

QByteArray Transport::read(qint64 atMost) {
    if (!tls_) {
        return socket_->read(atMost);
    }
    QByteArray plain = tls_->read(atMost);
    while (plain.isEmpty() && !tls_->failed() && socket_->bytesAvailable() > 0) {
        const QByteArray encrypted = socket_->read(kEncryptedChunk);
        tls_->receive({encrypted.constData(), static_cast<std::size_t>(encrypted.size())});
        plain = tls_->read(atMost);
        flushTls();
    }
    if (tls_->failed() && plain.isEmpty()) {
        close(); // an alert may have been written; nothing else can follow
    }
    return plain;
}

void Transport::write(std::string_view octets) {
    if (!isOpen()) {
        return;
    }
    if (tls_) {
        tls_->write(octets);
        flushTls();
        return;
    }
    socket_->write(octets.data(), static_cast<qint64>(octets.size()));
}

void Transport::flush() {
    socket_->flush();
}

qint64 Transport::waiting() const {
    return socket_->bytesToWrite();
}

bool Transport::isOpen() const {
    return socket_->state() == QAbstractSocket::ConnectedState;
}

void Transport::close() {
    if (tls_ && isOpen()) {
        tls_->close();
        flushTls();
    }
    socket_->disconnectFromHost();
}

void Transport::abort() {
    socket_->abort();
}

std::string Transport::peerAddress() const {
    return socket_->peerAddress().toString().toStdString();
}

void Transport::flushTls() {
    const QByteArray encrypted = tls_->takeOutgoing();
    if (!encrypted.isEmpty() && isOpen()) {
        socket_->write(encrypted);
    }
}

} // namespace agent::control
