#include "core/link/mndp_listener.h"

#include <QNetworkDatagram>
#include <chrono>

namespace core::link {

using core::base::ErrorCode;
using core::base::fail;
using core::base::Result;

namespace {

constexpr auto kRefresh = std::chrono::seconds(5);
constexpr qint64 kLongest = 1500; // one Ethernet frame; longer ones are nobody's announcement

} // namespace

MndpListener::MndpListener(QObject* parent, quint16 port, QHostAddress ask)
    : QObject(parent)
    , port_(port)
    , askAt_(std::move(ask)) {
    connect(&socket_, &QUdpSocket::readyRead, this, &MndpListener::read);
    connect(&timer_, &QTimer::timeout, this, &MndpListener::ask);
}

Result<void> MndpListener::start() {
    if (isListening()) {
        return {};
    }
    if (!socket_.bind(QHostAddress(QHostAddress::AnyIPv4), port_, QUdpSocket::ShareAddress | QUdpSocket::ReuseAddressHint)) {
        return fail(ErrorCode::AddressInUse,
                    "Routers cannot be discovered: another program holds UDP port " + std::to_string(port_) +
                        ". Close it (WinBox?), or type the address.",
                    socket_.errorString().toStdString());
    }
    ask();
    timer_.start(kRefresh);
    return {};
}

void MndpListener::stop() {
    timer_.stop();
    socket_.close();
}

void MndpListener::ask() {
    const std::string refresh = mndpRefresh();
    socket_.writeDatagram(refresh.data(), static_cast<qint64>(refresh.size()), askAt_, port_);
}

void MndpListener::read() {
    while (socket_.hasPendingDatagrams()) {
        const QNetworkDatagram datagram = socket_.receiveDatagram();
        const QByteArray bytes = datagram.data();
        if (bytes.size() > kLongest) {
            continue;
        }
        if (const auto router = decodeMndp({bytes.constData(), static_cast<std::size_t>(bytes.size())})) {
            Q_EMIT heard(*router, datagram.senderAddress());
        }
    }
}

} // namespace core::link
