#include "core/load/pump.h"

#include <array>
#include <ctime>

namespace core::load {
namespace {

constexpr qint64 kBlock = 256 * 1024;
constexpr int kMostAtOnce = 4096; // datagrams after a pause: not the whole pause is made up for

std::int64_t threadCpuNs() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<std::int64_t>(now.tv_sec) * 1'000'000'000 + now.tv_nsec;
}

} // namespace

void keepFull(QTcpSocket& socket) {
    static const QByteArray zeros(kBlock, '\0');
    const auto top = [&socket] {
        while (socket.state() == QAbstractSocket::ConnectedState && socket.bytesToWrite() < kBlock) {
            if (socket.write(zeros) <= 0) {
                return;
            }
        }
    };
    QObject::connect(&socket, &QTcpSocket::bytesWritten, &socket, top);
    top();
}

void keepEmpty(QTcpSocket& socket) {
    const auto drain = [&socket] {
        static thread_local std::array<char, kBlock> bin;
        while (socket.read(bin.data(), bin.size()) > 0) {
        }
    };
    QObject::connect(&socket, &QTcpSocket::readyRead, &socket, drain);
    drain();
}

DatagramPump::DatagramPump(QUdpSocket& socket, QHostAddress to, std::uint16_t port, std::uint64_t token, double bps, QObject* parent)
    : QObject(parent)
    , socket_(socket)
    , to_(std::move(to))
    , port_(port)
    , token_(token)
    , perSecond_(bps / (8.0 * static_cast<double>(kDatagramSize))) {
    timer_.setTimerType(Qt::PreciseTimer);
    timer_.setInterval(1);
    connect(&timer_, &QTimer::timeout, this, &DatagramPump::send);
    since_.start();
    timer_.start();
}

void DatagramPump::send() {
    const auto due = static_cast<std::uint64_t>(perSecond_ * static_cast<double>(since_.nsecsElapsed()) / 1e9);
    number_ = due > number_ + kMostAtOnce ? due - kMostAtOnce : number_;
    for (; number_ < due; ++number_) {
        socket_.writeDatagram(datagram({DatagramType::Flood, token_, number_}, kDatagramSize), to_, port_);
    }
}

ThreadLoad::ThreadLoad()
    : cpuNs_(threadCpuNs()) {
    since_.start();
}

double ThreadLoad::percentSinceLast() {
    const std::int64_t cpu = threadCpuNs(), passed = since_.nsecsElapsed();
    const double percent = passed > 0 ? 100.0 * static_cast<double>(cpu - cpuNs_) / static_cast<double>(passed) : 0;
    cpuNs_ = cpu;
    since_.restart();
    return std::min(percent, 100.0);
}

} // namespace core::load
