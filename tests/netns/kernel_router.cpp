#include "kernel_router.h"

#include <QCoreApplication>
#include <QProcess>

#include <algorithm>
#include <poll.h>
#include <unistd.h>

KernelRouter::~KernelRouter() {
    ports_ = {};
    if (!space_.isEmpty()) {
        (void)run({QStringLiteral("ip"), QStringLiteral("netns"), QStringLiteral("del"), space_});
    }
}

QString KernelRouter::run(const QStringList& command, const QByteArray& input) const {
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(command.front(), command.mid(1));
    if (!process.waitForStarted()) {
        return QStringLiteral("the program \"%1\" cannot be started").arg(command.front());
    }
    process.write(input);
    process.closeWriteChannel();
    process.waitForFinished();
    const bool good = process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0;
    return good ? QString() : command.join(QLatin1Char(' ')) + QStringLiteral(": ") + QString::fromUtf8(process.readAll()).trimmed();
}

QString KernelRouter::setUp(const QString& ruleset, const QStringList& commands) {
    if (::geteuid() != 0) {
        return QStringLiteral("network namespaces need root");
    }
    static int count = 0;
    const QString id = QString::number(QCoreApplication::applicationPid() % 10000) + QStringLiteral("x") + QString::number(++count);
    space_ = QStringLiteral("psk%1").arg(id);
    outside_ = {QStringLiteral("pka%1").arg(id), QStringLiteral("pkb%1").arg(id)};
    QStringList steps{QStringLiteral("netns add %1").arg(space_)};
    for (int i = 0; i < 2; ++i) {
        steps << QStringLiteral("link add %1 type veth peer name eth%2 netns %3").arg(outside_[static_cast<std::size_t>(i)]).arg(i).arg(space_)
              << QStringLiteral("-n %1 link set eth%2 address 02:00:00:00:01:0%3 arp off").arg(space_).arg(i).arg(i + 1)
              << QStringLiteral("link set %1 up arp off").arg(outside_[static_cast<std::size_t>(i)]);
    }
    // No word of IPv6, and errors at any rate, before the ports are up.
    const QString settings = QStringLiteral("sysctl -qw net.ipv6.conf.all.disable_ipv6=1 net.ipv6.conf.default.disable_ipv6=1 net.ipv4.ip_forward=1 "
                                            "net.ipv4.icmp_ratelimit=0 net.ipv4.icmp_msgs_per_sec=100000 net.ipv4.conf.all.send_redirects=0 "
                                            "net.ipv4.conf.all.rp_filter=0 net.ipv4.conf.default.rp_filter=0");
    const QStringList later{QStringLiteral("-n %1 addr add 10.0.0.1/24 dev eth0").arg(space_),
                            QStringLiteral("-n %1 addr add 192.0.2.1/24 dev eth1").arg(space_),
                            QStringLiteral("-n %1 link set lo up").arg(space_),
                            QStringLiteral("-n %1 link set eth0 up").arg(space_),
                            QStringLiteral("-n %1 link set eth1 up").arg(space_),
                            QStringLiteral("-n %1 neigh add 10.0.0.2 lladdr 02:aa:00:00:00:01 dev eth0 nud permanent").arg(space_),
                            QStringLiteral("-n %1 neigh add 192.0.2.254 lladdr 02:bb:00:00:00:02 dev eth1 nud permanent").arg(space_),
                            QStringLiteral("-n %1 route add 203.0.113.0/24 via 192.0.2.254").arg(space_)};
    const auto ip = [&](const QString& line) { return run(QStringList{QStringLiteral("ip")} + line.split(QLatin1Char(' '))); };
    for (const QString& step : steps) {
        if (const QString error = ip(step); !error.isEmpty()) {
            return error;
        }
    }
    const QStringList inside{QStringLiteral("ip"), QStringLiteral("netns"), QStringLiteral("exec"), space_};
    if (const QString error = run(inside + settings.split(QLatin1Char(' '))); !error.isEmpty()) {
        return error;
    }
    for (const QString& step : later) {
        if (const QString error = ip(step); !error.isEmpty()) {
            return error;
        }
    }
    for (const QString& command : commands) {
        if (const QString error = ip(QStringLiteral("-n %1 ").arg(space_) + command); !error.isEmpty()) {
            return error;
        }
    }
    if (const QString error = run(inside + QStringList{QStringLiteral("nft"), QStringLiteral("-f"), QStringLiteral("-")}, ruleset.toUtf8()); !error.isEmpty()) {
        return error;
    }
    for (std::size_t i = 0; i < 2; ++i) {
        auto opened = agent::io::openPort("af_packet:" + outside_[i].toStdString());
        if (!opened) {
            return QString::fromStdString(opened.error().describe());
        }
        ports_[i] = *std::move(opened);
    }
    return {};
}

void KernelRouter::send(std::uint16_t port, const std::vector<std::uint8_t>& frame) {
    const std::array<agent::io::FrameView, 1> view{agent::io::FrameView{frame.data(), static_cast<std::uint32_t>(frame.size())}};
    ports_[port]->send(view);
}

std::optional<std::vector<KernelRouter::Sent>> KernelRouter::receiveUntil(const std::vector<std::uint8_t>& last) {
    std::vector<Sent> out;
    std::array<std::uint8_t, 2048> buffer;
    const auto isLast = [&](const std::vector<std::uint8_t>& frame) {
        return frame.size() >= 8 && std::equal(frame.end() - 8, frame.end(), last.end() - 8);
    };
    for (bool ended = false; !ended;) {
        std::array<pollfd, 2> waits{pollfd{ports_[0]->fd(), POLLIN, 0}, pollfd{ports_[1]->fd(), POLLIN, 0}};
        if (::poll(waits.data(), waits.size(), 2000) <= 0) {
            return std::nullopt;
        }
        for (std::uint16_t port = 0; port < 2; ++port) { // the LAN side first: what left there before the last frame is in its socket by then
            for (;;) {
                std::array<agent::io::FrameSlot, 1> slot{agent::io::FrameSlot{buffer.data(), static_cast<std::uint32_t>(buffer.size()), 0}};
                if (ports_[port]->receive(slot) == 0) {
                    break;
                }
                Sent sent{port, {buffer.data(), buffer.data() + slot[0].length}};
                if (port == 1 && isLast(sent.octets)) {
                    ended = true;
                } else {
                    out.push_back(std::move(sent));
                }
            }
        }
    }
    // The other port may have been looked at a moment too early.
    std::array<agent::io::FrameSlot, 1> slot{agent::io::FrameSlot{buffer.data(), static_cast<std::uint32_t>(buffer.size()), 0}};
    while (ports_[0]->receive(slot) != 0) {
        out.push_back({0, {buffer.data(), buffer.data() + slot[0].length}});
    }
    return out;
}
