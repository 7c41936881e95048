// The HTTPS port of /rest: TLS by Qt, with limits Qt's HTTP server does not have. A request must be complete within 75 s and
// 2 MB, and 64 connections are held at most; what breaks a limit is cut off.
//
// Belongs to the event loop's thread.
#pragma once

#include <QHash>
#include <QSslServer>
#include <QTimer>

namespace agent::control {

class HttpListener final : public QSslServer {
    Q_OBJECT
public:
    explicit HttpListener(QObject* parent = nullptr);

    QTcpSocket* nextPendingConnection() override;

    // A whole request of this connection has been read: time and octets are counted anew.
    void completed(QTcpSocket* socket);

private:
    struct Use {
        qint64 octets = 0;          // since the last whole request
        QTimer* patience = nullptr; // child of the socket
    };
    void watch(QTcpSocket* socket);
    void count(QTcpSocket* socket);
    void cutOff(QTcpSocket* socket);

    QHash<QTcpSocket*, Use> uses_;
};

} // namespace agent::control
