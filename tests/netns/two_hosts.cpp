#include "two_hosts.h"

#include <QCoreApplication>
#include <unistd.h>

namespace {

// Empty on success, else what the command complained about.
QString ip(const QStringList& arguments) {
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(QStringLiteral("ip"), arguments);
    if (!process.waitForStarted()) {
        return QStringLiteral("the program \"ip\" (package iproute2) cannot be started");
    }
    process.waitForFinished();
    if (process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0) {
        return {};
    }
    return QStringLiteral("ip %1: %2").arg(arguments.join(QLatin1Char(' ')), QString::fromUtf8(process.readAll()).trimmed());
}

} // namespace

TwoHosts::~TwoHosts() {
    for (const QString& space : {client_, server_}) {
        if (!space.isEmpty()) {
            ip({QStringLiteral("netns"), QStringLiteral("del"), space}); // takes both ends of its cable with it
        }
    }
}

QString TwoHosts::setUp() {
    if (::geteuid() != 0) {
        return QStringLiteral("network namespaces need root");
    }
    const QString id = QString::number(QCoreApplication::applicationPid() % 100000);
    client_ = QStringLiteral("psc%1").arg(id);
    server_ = QStringLiteral("pss%1").arg(id);
    lanPort_ = QStringLiteral("psl%1").arg(id);
    wanPort_ = QStringLiteral("psw%1").arg(id);
    const auto split = [](const QString& line) { return line.split(QLatin1Char(' ')); };
    const QStringList steps{
        QStringLiteral("netns add %1").arg(client_),
        QStringLiteral("netns add %1").arg(server_),
        QStringLiteral("link add %1 type veth peer name eth0 netns %2").arg(lanPort_, client_),
        QStringLiteral("link add %1 type veth peer name eth0 netns %2").arg(wanPort_, server_),
        QStringLiteral("-n %1 addr add %2/24 dev eth0").arg(client_, clientAddress()),
        QStringLiteral("-n %1 addr add %2/24 dev eth0").arg(server_, serverAddress()),
        QStringLiteral("-n %1 link set lo up").arg(client_),
        QStringLiteral("-n %1 link set lo up").arg(server_),
        QStringLiteral("-n %1 link set eth0 up").arg(client_),
        QStringLiteral("-n %1 link set eth0 up").arg(server_),
        QStringLiteral("link set %1 up").arg(lanPort_),
        QStringLiteral("link set %1 up").arg(wanPort_),
        QStringLiteral("-n %1 route add default via 192.168.88.1").arg(client_),
    };
    for (const QString& step : steps) {
        if (const QString error = ip(split(step)); !error.isEmpty()) {
            return error;
        }
    }
    return {};
}

std::unique_ptr<QProcess> TwoHosts::start(const QString& space, const QStringList& command) const {
    auto process = std::make_unique<QProcess>();
    process->start(QStringLiteral("ip"), QStringList{QStringLiteral("netns"), QStringLiteral("exec"), space} + command);
    return process;
}

std::unique_ptr<QProcess> TwoHosts::onClient(const QStringList& command) const { return start(client_, command); }

std::unique_ptr<QProcess> TwoHosts::onServer(const QStringList& command) const { return start(server_, command); }
