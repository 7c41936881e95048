// The far end of a load: `pathscopectl sink`. Takes and sends what senders ask for, and answers their pings.
//
//   Sink sink;
//   if (const auto listening = sink.listen(QHostAddress::Any, kSinkPort); !listening) …
//   connect(&sink, &Sink::told, …);      one line for each run that begins or ends
//
// Whoever reaches the port can make it send, as with any such program: TCP to whoever connected, UDP to the address that holds the control
// connection. At most kMostRuns at a time; what does not say within kSayWithinMs what it wants is hung up on. The thread of its event loop.
#pragma once

#include "core/base/result.h"
#include "core/load/pump.h"
#include "core/load/wire.h"

#include <QElapsedTimer>
#include <QHostAddress>
#include <QTcpServer>
#include <QUdpSocket>
#include <map>

namespace core::load {

class Sink : public QObject {
    Q_OBJECT
public:
    static constexpr std::size_t kMostRuns = 8;
    static constexpr int kSayWithinMs = 5000;

    explicit Sink(QObject* parent = nullptr);
    ~Sink() override;

    // Port 0: any that is free. AddressInUse or PermissionDenied.
    core::base::Result<void> listen(const QHostAddress& address, std::uint16_t port);
    [[nodiscard]] std::uint16_t port() const { return server_.serverPort(); }

Q_SIGNALS:
    void told(const QString& line);

private:
    struct Run {
        QTcpSocket* control = nullptr; // owns what belongs to the run
        Hello hello;
        int connections = 0;
        ThreadLoad busy{};
        DatagramPump* pump = nullptr;
    };
    void greet(QTcpSocket& socket);
    void begin(QTcpSocket& socket, const Hello& hello);
    void beginData(QTcpSocket& socket, const ControlLine& line);
    void hear(std::uint64_t token);
    void readDatagrams();

    QTcpServer server_;
    QUdpSocket udp_;
    QElapsedTimer clock_;
    std::map<std::uint64_t, Run> runs_;
};

} // namespace core::load
