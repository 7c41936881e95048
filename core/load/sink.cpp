#include "core/load/sink.h"

#include <QNetworkDatagram>
#include <QRandomGenerator>

namespace core::load {

using core::base::ErrorCode;
using core::base::fail;
using core::base::Result;

namespace {

constexpr int kBufferOctets = 4 * 1024 * 1024; // of the UDP socket, where the system allows it

QString nameOf(const QTcpSocket& socket) {
    return socket.peerAddress().toString();
}

} // namespace

Sink::Sink(QObject* parent)
    : QObject(parent) {
    clock_.start();
    connect(&server_, &QTcpServer::newConnection, this, [this] {
        while (QTcpSocket* socket = server_.nextPendingConnection()) {
            greet(*socket);
        }
    });
    connect(&udp_, &QUdpSocket::readyRead, this, &Sink::readDatagrams);
}

Sink::~Sink() {
    for (const auto& [token, run] : runs_) {
        run.control->disconnect(this); // the server takes them along, when there is no list to leave any more
    }
}

Result<void> Sink::listen(const QHostAddress& address, std::uint16_t port) {
    if (!server_.listen(address, port) || !udp_.bind(address, server_.serverPort())) {
        const QString why = server_.isListening() ? udp_.errorString() : server_.errorString();
        const bool denied = server_.serverError() == QAbstractSocket::SocketAccessError;
        server_.close();
        return fail(denied ? ErrorCode::PermissionDenied : ErrorCode::AddressInUse, "Port " + std::to_string(port) + " cannot be listened on.", why.toStdString());
    }
    udp_.setSocketOption(QAbstractSocket::ReceiveBufferSizeSocketOption, kBufferOctets);
    return {};
}

// What the connection is for stands in its first line.
void Sink::greet(QTcpSocket& socket) {
    connect(&socket, &QTcpSocket::disconnected, &socket, &QObject::deleteLater);
    auto* patience = new QTimer(&socket);
    patience->setSingleShot(true);
    connect(patience, &QTimer::timeout, &socket, &QTcpSocket::abort);
    patience->start(kSayWithinMs);
    connect(&socket, &QTcpSocket::readyRead, patience, [this, &socket, patience] {
        if (!socket.canReadLine()) {
            if (socket.bytesAvailable() > kLongestLine) {
                socket.abort();
            }
            return;
        }
        patience->deleteLater(); // and this connection of signal and slot with it
        patience->disconnect();
        socket.disconnect(patience);
        const Result<ControlLine> line = readControlLine(socket.readLine(kLongestLine).trimmed());
        if (line && line->hello) {
            begin(socket, *line->hello);
        } else if (line && line->data) {
            beginData(socket, *line);
        } else {
            socket.write(errorLine(QStringLiteral("This is Pathscope's sink; it speaks with pathscopectl experiment run --load sink:HOST.")));
            socket.disconnectFromHost();
        }
    });
}

void Sink::begin(QTcpSocket& socket, const Hello& hello) {
    if (runs_.size() >= kMostRuns) {
        socket.write(errorLine(QStringLiteral("The sink serves %1 runs already.").arg(kMostRuns)));
        socket.disconnectFromHost();
        return;
    }
    const std::uint64_t token = QRandomGenerator::system()->generate64();
    Run& run = runs_[token];
    run.control = &socket;
    run.hello = hello;
    socket.setSocketOption(QAbstractSocket::LowDelayOption, 1);
    connect(&socket, &QTcpSocket::readyRead, this, [this, token] { hear(token); });
    connect(&socket, &QTcpSocket::disconnected, this, [this, token, name = nameOf(socket)] {
        runs_.erase(token);
        Q_EMIT told(QStringLiteral("%1: ended").arg(name));
    });
    auto* seconds = new QTimer(&socket);
    connect(seconds, &QTimer::timeout, &socket, [this, token, &socket] {
        if (const auto at = runs_.find(token); at != runs_.end()) {
            socket.write(busyLine(at->second.busy.percentSinceLast()));
        }
    });
    seconds->start(1000);
    socket.write(tokenLine(token));
    Q_EMIT told(QStringLiteral("%1: %2 connections, UDP %3 Mb/s").arg(nameOf(socket)).arg(hello.flows).arg(hello.udpBps / 1e6));
    hear(token);
}

void Sink::hear(std::uint64_t token) {
    const auto run = runs_.find(token);
    if (run == runs_.end()) {
        return;
    }
    QTcpSocket& socket = *run->second.control;
    while (socket.canReadLine()) {
        const Result<ControlLine> line = readControlLine(socket.readLine(kLongestLine).trimmed());
        if (!line || !line->clock) {
            socket.abort();
            return;
        }
        socket.write(clockLine(*line->clock, clock_.nsecsElapsed() / 1000));
    }
    if (socket.bytesAvailable() > kLongestLine) {
        socket.abort();
    }
}

void Sink::beginData(QTcpSocket& socket, const ControlLine& line) {
    const auto run = runs_.find(*line.token);
    const bool allowed = run != runs_.end() && run->second.control->peerAddress() == socket.peerAddress() && ++run->second.connections <= 2 * run->second.hello.flows;
    if (!allowed) {
        socket.abort();
        return;
    }
    // It ends with its run. The server keeps it until then.
    connect(run->second.control, &QTcpSocket::disconnected, &socket, &QTcpSocket::abort);
    line.up ? keepEmpty(socket) : keepFull(socket);
}

void Sink::readDatagrams() {
    while (udp_.hasPendingDatagrams()) {
        const QNetworkDatagram received = udp_.receiveDatagram();
        const auto head = readDatagram(received.data());
        const auto run = head ? runs_.find(head->token) : runs_.end();
        if (run == runs_.end() || run->second.control->peerAddress() != received.senderAddress()) {
            continue;
        }
        if (head->type != DatagramType::Ping) {
            continue;
        }
        const auto port = static_cast<std::uint16_t>(received.senderPort());
        udp_.writeDatagram(received.data(), received.senderAddress(), port);
        Run& whose = run->second;
        if (whose.pump == nullptr && whose.hello.udpBps > 0 && whose.hello.direction != Direction::Up) {
            whose.pump = new DatagramPump(udp_, received.senderAddress(), port, head->token, whose.hello.udpBps, whose.control);
        }
    }
}

} // namespace core::load
