#include "core/load/sender.h"

#include <QDateTime>
#include <QNetworkDatagram>
#include <cmath>

namespace core::load {

using core::base::Error;
using core::base::ErrorCode;
using core::base::Result;

namespace {

constexpr int kClockLooks = 8;
constexpr int kPatienceMs = 10000;
constexpr int kPingEveryMs = 100;
constexpr qsizetype kPingSize = 64;
constexpr std::int64_t kLostAfterNs = 5'000'000'000;
constexpr double kDriftTold = 1e-3; // of the time between: quartz differs by a tenth of that

} // namespace

Sender::Sender(LoadRequest request)
    : request_(std::move(request))
    , control_(this)
    , udp_(this)
    , pings_(this)
    , seconds_(this)
    , patience_(this) {
    clock_.start();
    patience_.setSingleShot(true);
    pings_.setTimerType(Qt::PreciseTimer);
    connect(&patience_, &QTimer::timeout, this, [this] {
        giveUp(ErrorCode::Timeout, QStringLiteral("The sink at %1 did not answer in time.").arg(request_.host));
    });
    connect(&control_, &QTcpSocket::connected, this, [this] {
        control_.setSocketOption(QAbstractSocket::LowDelayOption, 1);
        control_.write(helloLine({request_.direction, request_.flows, request_.udpBps}));
    });
    connect(&control_, &QTcpSocket::readyRead, this, &Sender::hear);
    connect(&control_, &QTcpSocket::errorOccurred, this, [this](QAbstractSocket::SocketError error) {
        if (error == QAbstractSocket::RemoteHostClosedError || running_) {
            giveUp(ErrorCode::ConnectionLost, QStringLiteral("The sink at %1 hung up.").arg(request_.host), control_.errorString());
        } else {
            giveUp(ErrorCode::Unreachable,
                   QStringLiteral("No sink answers at %1 port %2; start one there with: pathscopectl sink").arg(request_.host).arg(request_.port == 0 ? kSinkPort : request_.port),
                   control_.errorString());
        }
    });
    connect(&udp_, &QUdpSocket::readyRead, this, &Sender::readDatagrams);
    connect(&pings_, &QTimer::timeout, this, &Sender::ping);
    connect(&seconds_, &QTimer::timeout, this, [this] { ours_.add(busy_.percentSinceLast()); });
}

void Sender::start() {
    patience_.start(kPatienceMs);
    control_.connectToHost(request_.host, request_.port == 0 ? kSinkPort : request_.port);
}

void Sender::hear() {
    while (!over_ && control_.canReadLine()) {
        const Result<ControlLine> line = readControlLine(control_.readLine(kLongestLine).trimmed());
        if (!line) {
            giveUp(ErrorCode::Protocol, QStringLiteral("What answers at %1 is no sink of Pathscope.").arg(request_.host));
        } else if (line->error) {
            giveUp(ErrorCode::Refused, QStringLiteral("The sink at %1 refuses: %2").arg(request_.host, line->error->left(200)));
        } else if (line->token && token_ == 0) {
            token_ = *line->token;
            askClock();
        } else if (line->clock) {
            answerClock(*line);
        } else if (line->busy && running_ && !stopping_) {
            theirs_.add(*line->busy);
        }
    }
    if (!over_ && control_.bytesAvailable() > kLongestLine) {
        giveUp(ErrorCode::Protocol, QStringLiteral("What answers at %1 is no sink of Pathscope.").arg(request_.host));
    }
}

void Sender::askClock() {
    clockSentUs_ = clock_.nsecsElapsed() / 1000;
    control_.write(clockLine(++clockAsked_, std::nullopt));
}

void Sender::answerClock(const ControlLine& line) {
    if (*line.clock != clockAsked_ || !line.us) {
        return;
    }
    const std::int64_t now = clock_.nsecsElapsed() / 1000, took = now - clockSentUs_;
    auto& look = stopping_ ? clockEnd_ : clockBegin_;
    if (!look || took < look->tookUs) {
        look = ClockLook{*line.us - (clockSentUs_ + took / 2), took};
    }
    if (clockAsked_ % kClockLooks != 0) {
        askClock();
    } else if (stopping_) {
        finish();
    } else {
        openData();
    }
}

void Sender::openData() {
    const bool down = request_.direction != Direction::Up, up = request_.direction != Direction::Down;
    opening_ = request_.flows * (static_cast<int>(down) + static_cast<int>(up));
    const auto begun = [this] {
        if (--opening_ <= 0 && !running_ && !over_) {
            patience_.stop();
            running_ = true;
            (void)busy_.percentSinceLast();
            seconds_.start(1000);
            pings_.start(kPingEveryMs);
            Q_EMIT started();
        }
    };
    for (const bool sends : {false, true}) {
        for (int i = 0; i < ((sends ? up : down) ? request_.flows : 0); ++i) {
            auto* socket = new QTcpSocket(this);
            connect(socket, &QTcpSocket::connected, this, [this, socket, sends, begun] {
                socket->write(dataLine(token_, sends));
                sends ? keepFull(*socket) : keepEmpty(*socket);
                begun();
            });
            connect(socket, &QTcpSocket::errorOccurred, this, [this, socket] {
                giveUp(ErrorCode::ConnectionLost, QStringLiteral("A connection of the load to %1 broke.").arg(request_.host), socket->errorString());
            });
            socket->connectToHost(control_.peerAddress(), control_.peerPort());
        }
    }
    const bool v4 = control_.peerAddress().protocol() == QAbstractSocket::IPv4Protocol;
    udp_.bind(v4 ? QHostAddress(QHostAddress::AnyIPv4) : QHostAddress(QHostAddress::AnyIPv6), 0);
    if (request_.udpBps > 0 && up) {
        new DatagramPump(udp_, control_.peerAddress(), control_.peerPort(), token_, request_.udpBps, this);
    }
    if (opening_ == 0) {
        begun();
    }
}

void Sender::ping() {
    const std::int64_t now = clock_.nsecsElapsed();
    pingSentNs_[++pingNumber_] = now;
    while (now - pingSentNs_.begin()->second > kLostAfterNs) {
        pingSentNs_.erase(pingSentNs_.begin());
    }
    udp_.writeDatagram(datagram({DatagramType::Ping, token_, pingNumber_}, kPingSize), control_.peerAddress(), control_.peerPort());
}

void Sender::readDatagrams() {
    while (udp_.hasPendingDatagrams()) {
        const QByteArray octets = udp_.receiveDatagram(kDatagramHeader).data();
        const auto head = readDatagram(octets);
        if (!head || head->token != token_ || head->type != DatagramType::Ping) {
            continue;
        }
        if (const auto sent = pingSentNs_.find(head->number); sent != pingSentNs_.end()) {
            end_.pings.push_back({QDateTime::currentMSecsSinceEpoch(), static_cast<double>(clock_.nsecsElapsed() - sent->second) / 1e6});
            pingSentNs_.erase(sent);
        }
    }
}

void Sender::stop() {
    if (over_ || stopping_) {
        return;
    }
    pings_.stop();
    seconds_.stop();
    stopping_ = true;
    // The queues are full still: the answers to this look take longer, and the fastest of them says enough.
    patience_.start(kPatienceMs);
    askClock();
}

void Sender::finish() {
    patience_.stop();
    over_ = true;
    end_.busyPercent = std::max(ours_.value(), theirs_.value());
    const double apartUs = static_cast<double>(clockEnd_->aheadUs - clockBegin_->aheadUs);
    const double unsureUs = static_cast<double>(clockEnd_->tookUs + clockBegin_->tookUs) / 2;
    if (std::abs(apartUs) > unsureUs + kDriftTold * static_cast<double>(clock_.nsecsElapsed()) / 1000) {
        end_.remarks.push_back("The clocks of both ends went apart by " + std::to_string(std::lround(std::abs(apartUs) / 1000)) +
                               " ms during a run: one of the computers stood still for a while, and its round trips are not to be trusted.");
    }
    control_.disconnect(this);
    control_.abort();
    Q_EMIT ended(end_);
}

void Sender::giveUp(ErrorCode code, const QString& text, const QString& cause) {
    if (over_) {
        return;
    }
    over_ = true;
    patience_.stop();
    pings_.stop();
    seconds_.stop();
    control_.disconnect(this);
    control_.abort();
    Q_EMIT failed(Error{code, text.toStdString(), cause.toStdString()});
}

} // namespace core::load
