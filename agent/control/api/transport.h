// The octets of one client: its TCP socket, in the clear or through TLS. What is written leaves in the order it was written.
//
//   Transport transport(socket, TlsFilter(context));   // or std::nullopt: plain
//   connect(&transport, &Transport::readable, …, [&] { while (!(bytes = transport.read(16 << 10)).isEmpty()) … });
//
// Belongs to one thread's event loop.
#pragma once

#include "agent/control/api/tls_filter.h"

#include <QByteArray>
#include <QObject>

#include <optional>
#include <string>
#include <string_view>

class QTcpSocket;

namespace agent::control {

class Transport final : public QObject {
    Q_OBJECT
public:
    // Takes the socket over.
    Transport(QTcpSocket* socket, std::optional<TlsFilter> tls, QObject* parent);
    ~Transport() override;

    // At most `atMost` octets; empty: nothing is there now.
    [[nodiscard]] QByteArray read(qint64 atMost);
    // Dropped when the connection is not open, or when TLS has not been agreed yet.
    void write(std::string_view octets);
    // Hands over to the system now what it takes, instead of with the next turn of the event loop. A client that has closed its
    // own side (a half-closed connection) gets only what was handed over before Qt notices: it then drops what it holds.
    void flush();
    // Octets written that the system has not taken yet.
    [[nodiscard]] qint64 waiting() const;
    [[nodiscard]] bool isOpen() const;
    // Sends what is waiting, then ends the connection.
    void close();
    // Ends it now.
    void abort();
    [[nodiscard]] std::string peerAddress() const;

Q_SIGNALS:
    void readable();
    void progressed(); // the system took some of what was waiting
    void closed();

private:
    void flushTls();

    QTcpSocket* socket_;
    std::optional<TlsFilter> tls_;
};

} // namespace agent::control
