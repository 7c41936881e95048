// Hears routers announce themselves, and asks them to.
//
//   MndpListener listener;
//   connect(&listener, &MndpListener::heard, this, …);
//   if (Result<void> open = listener.start(); !open) show(open.error());   // somebody else has the port
//
// From start() to stop() it sends a refresh to 255.255.255.255 at once and every five seconds: only while somebody looks. GUI thread.
#pragma once

#include "core/link/mndp.h"

#include <QHostAddress>
#include <QObject>
#include <QTimer>
#include <QUdpSocket>

namespace core::link {

class MndpListener : public QObject {
    Q_OBJECT
public:
    // Another port, and another place to ask at, for tests.
    explicit MndpListener(QObject* parent = nullptr, quint16 port = kMndpPort, QHostAddress ask = QHostAddress(QHostAddress::Broadcast));

    // AddressInUse: another program (WinBox, another console) listens without sharing.
    core::base::Result<void> start();
    void stop();
    [[nodiscard]] bool isListening() const { return socket_.state() == QAbstractSocket::BoundState; }
    [[nodiscard]] quint16 port() const { return socket_.localPort(); }

Q_SIGNALS:
    // `from` is the address the packet came from, for routers that do not tell one.
    void heard(const core::link::MndpAnnouncement& router, const QHostAddress& from);

private:
    void ask();
    void read();

    quint16 port_;
    QHostAddress askAt_;
    QUdpSocket socket_;
    QTimer timer_;
};

} // namespace core::link
