// What both ends of a load do with a socket: fill it, empty it, send datagrams at a rate, and know how busy the thread is with it.
// Each lives in the thread of its socket.
#pragma once

#include "core/load/wire.h"

#include <QElapsedTimer>
#include <QHostAddress>
#include <QTcpSocket>
#include <QTimer>
#include <QUdpSocket>
#include <cstdint>

namespace core::load {

// Sends octets of zero for as long as the connection takes them.
void keepFull(QTcpSocket& socket);
// Reads and forgets whatever comes.
void keepEmpty(QTcpSocket& socket);

// Datagrams of kDatagramSize at a rate. What the system does not take is not sent again.
class DatagramPump : public QObject {
    Q_OBJECT
public:
    DatagramPump(QUdpSocket& socket, QHostAddress to, std::uint16_t port, std::uint64_t token, double bps, QObject* parent);

private:
    void send();

    QUdpSocket& socket_;
    QHostAddress to_;
    std::uint16_t port_;
    std::uint64_t token_, number_ = 0;
    double perSecond_;
    QElapsedTimer since_;
    QTimer timer_;
};

// Share of its time a thread was at work since the last look, percent. To be asked in that thread.
class ThreadLoad {
public:
    ThreadLoad();
    [[nodiscard]] double percentSinceLast();

private:
    std::int64_t cpuNs_ = 0;
    QElapsedTimer since_;
};

} // namespace core::load
