// Channel over TCP. Nagle's algorithm is off (requests are small and answered one by one) and keep-alive is on.
#pragma once

#include "core/link/channel.h"

#include <QAbstractSocket>
#include <QString>
#include <QTimer>
#include <chrono>
#include <memory>

class QTcpSocket;

namespace core::link {

constexpr std::chrono::milliseconds kConnectTimeout{5000};
// Octets that wait in the socket before the peer is made to wait: a peer cannot fill memory faster than it is decoded.
constexpr qint64 kReadBuffer = 1 << 20;

class SocketChannel : public Channel {
    Q_OBJECT
public:
    SocketChannel(QString host, quint16 port, std::chrono::milliseconds connectTimeout = kConnectTimeout);
    ~SocketChannel() override;

    void open() override;
    void send(std::string_view bytes) override;
    void close() override;
    [[nodiscard]] Security security() const override { return Security::Plain; }
    [[nodiscard]] std::string peer() const override;

protected:
    // For channels on top of a socket of their own kind.
    SocketChannel(std::unique_ptr<QTcpSocket> socket, QString host, quint16 port, std::chrono::milliseconds connectTimeout);
    [[nodiscard]] QTcpSocket& socket() { return *socket_; }
    [[nodiscard]] const QTcpSocket& socket() const { return *socket_; }
    [[nodiscard]] const QString& host() const { return host_; }
    [[nodiscard]] quint16 port() const { return port_; }

    virtual void startConnecting();
    // Called once the socket is ready for the API's bytes.
    void becomeOpen();
    void fail(core::base::Error error);
    // What a socket's error means for the user.
    [[nodiscard]] virtual core::base::Error describeError(QAbstractSocket::SocketError error) const;

private:
    enum class State { Idle, Connecting, Open, Closed };
    void watchSocket();

    std::unique_ptr<QTcpSocket> socket_;
    QString host_;
    quint16 port_;
    std::chrono::milliseconds connectTimeout_;
    QTimer connectTimer_;
    State state_ = State::Idle;
};

} // namespace core::link
