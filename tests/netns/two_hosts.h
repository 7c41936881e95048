// Two network namespaces with one cable each into this one: the hosts on either side of the agent.
//
//   client 192.168.88.10/24 ── lanPort()      wanPort() ── server 203.0.113.1/24
//
// The agent attaches to lanPort() and wanPort(). Needs root. Everything is taken down again by the destructor.
#pragma once

#include <QByteArray>
#include <QProcess>
#include <QString>
#include <QStringList>
#include <memory>

class TwoHosts {
public:
    ~TwoHosts();

    // Empty on success, else why it cannot be had here.
    QString setUp();

    [[nodiscard]] QString lanPort() const { return lanPort_; }
    [[nodiscard]] QString wanPort() const { return wanPort_; }
    static QString clientAddress() { return QStringLiteral("192.168.88.10"); }
    static QString serverAddress() { return QStringLiteral("203.0.113.1"); }

    // Starts a program in one of the namespaces; the caller owns the process.
    [[nodiscard]] std::unique_ptr<QProcess> onClient(const QStringList& command) const;
    [[nodiscard]] std::unique_ptr<QProcess> onServer(const QStringList& command) const;

private:
    [[nodiscard]] std::unique_ptr<QProcess> start(const QString& space, const QStringList& command) const;

    QString client_, server_, lanPort_, wanPort_;
};
