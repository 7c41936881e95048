// The TLS channel against Debian's own openssl s_server: with a self-signed certificate and with none at all.
#include "core/link/tls_channel.h"

#include <QProcess>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTemporaryDir>
#include <QTest>

using core::link::Security;
using core::link::TlsChannel;

class TestTlsChannel : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        openssl_ = QStandardPaths::findExecutable(QStringLiteral("openssl"));
        QVERIFY2(!openssl_.isEmpty(), "the program openssl is missing: install package openssl (packaging/debian-packages.txt)");
    }
    void cleanup() {
        server_.kill();
        server_.waitForFinished();
    }

    void aSelfSignedCertificateIsUnverifiedButWorks() {
        const auto [key, certificate] = makeCertificate(QStringLiteral("a"));
        serve({QStringLiteral("-key"), key, QStringLiteral("-cert"), certificate});
        talk({}, Security::Unverified);
    }

    void thePinnedCertificateIsBelievedAndAnotherIsRefused() {
        const auto [key, certificate] = makeCertificate(QStringLiteral("a"));
        serve({QStringLiteral("-key"), key, QStringLiteral("-cert"), certificate});
        QProcess openssl;
        openssl.start(openssl_, {QStringLiteral("x509"), QStringLiteral("-in"), certificate, QStringLiteral("-noout"),
                                 QStringLiteral("-fingerprint"), QStringLiteral("-sha256")});
        QVERIFY(openssl.waitForFinished());
        const QByteArray fingerprint = openssl.readAllStandardOutput().trimmed().split('=').at(1).toLower().replace(':', "");
        talk({.pinned = fingerprint.toStdString()}, Security::Pinned);

        cleanup();
        const auto [otherKey, otherCertificate] = makeCertificate(QStringLiteral("b"));
        serve({QStringLiteral("-key"), otherKey, QStringLiteral("-cert"), otherCertificate});
        TlsChannel channel(QStringLiteral("127.0.0.1"), port_, {.pinned = fingerprint.toStdString()});
        core::base::Error error;
        bool opened = false;
        connect(&channel, &TlsChannel::opened, this, [&opened] { opened = true; });
        connect(&channel, &TlsChannel::closed, this, [&error](const core::base::Error& e) { error = e; });
        channel.open();
        QTRY_COMPARE(error.code, core::base::ErrorCode::PermissionDenied);
        QVERIFY(!opened);
        QVERIFY(channel.peerChange().has_value());
        QCOMPARE(channel.peerChange()->known, fingerprint.toStdString());
        QVERIFY(error.text.find(fingerprint.toStdString()) != std::string::npos);
        QVERIFY(error.text.find(channel.peerChange()->seen.fingerprint) != std::string::npos);
    }

    void noCertificateAtAllIsSpokenOnlyWhenAllowed() {
        serve({QStringLiteral("-nocert"), QStringLiteral("-cipher"), QStringLiteral("ADH:@SECLEVEL=0"), QStringLiteral("-tls1_2")});
        refused({});
        refused({.pinned = std::string(64, 'a'), .allowAnonymous = true}); // a pin cannot be kept by nobody
        talk({.allowAnonymous = true}, Security::Unverified);
    }

    void aPortWithoutTlsIsAClearError() {
        QTcpServer plain;
        QVERIFY(plain.listen(QHostAddress::LocalHost));
        connect(&plain, &QTcpServer::newConnection, &plain,
                [&plain] { plain.nextPendingConnection()->write("hello, this is not TLS\r\n"); });
        TlsChannel channel(QStringLiteral("127.0.0.1"), plain.serverPort());
        QSignalSpy closed(&channel, &core::link::Channel::closed);
        core::base::Error error;
        connect(&channel, &core::link::Channel::closed, this, [&error](const core::base::Error& e) { error = e; });
        channel.open();
        QTRY_COMPARE(closed.count(), 1);
        QCOMPARE(error.code, core::base::ErrorCode::Protocol);
        QVERIFY(error.text.find("TLS") != std::string::npos);
    }

private:
    // A server that echoes lines backwards (-rev), on a free port.
    void serve(QStringList arguments) {
        QTcpServer probe;
        QVERIFY(probe.listen(QHostAddress::LocalHost));
        port_ = probe.serverPort();
        probe.close();
        arguments = QStringList{QStringLiteral("s_server"), QStringLiteral("-rev"), QStringLiteral("-accept"),
                                QStringLiteral("127.0.0.1:%1").arg(port_)} +
                    arguments;
        server_.setProcessChannelMode(QProcess::MergedChannels);
        server_.start(openssl_, arguments);
        QByteArray said;
        QTRY_VERIFY_WITH_TIMEOUT((said += server_.readAll()).contains("ACCEPT"), 10000);
    }

    // Names of key and certificate file.
    std::pair<QString, QString> makeCertificate(const QString& name) {
        const QString key = dir_.filePath(name + QStringLiteral(".key"));
        const QString certificate = dir_.filePath(name + QStringLiteral(".pem"));
        const int code = QProcess::execute(openssl_, {QStringLiteral("req"), QStringLiteral("-x509"), QStringLiteral("-newkey"),
                                                      QStringLiteral("rsa:2048"), QStringLiteral("-nodes"), QStringLiteral("-subj"),
                                                      QStringLiteral("/CN=router"), QStringLiteral("-keyout"), key, QStringLiteral("-out"),
                                                      certificate});
        if (code != 0) {
            QTest::qFail("openssl made no certificate", __FILE__, __LINE__);
        }
        return {key, certificate};
    }

    void refused(const core::link::TlsTrust& trust) {
        TlsChannel channel(QStringLiteral("127.0.0.1"), port_, trust);
        core::base::Error error;
        connect(&channel, &TlsChannel::closed, this, [&error](const core::base::Error& e) { error = e; });
        channel.open();
        QTRY_COMPARE(error.code, core::base::ErrorCode::Protocol);
    }

    void talk(const core::link::TlsTrust& trust, Security expected) {
        TlsChannel channel(QStringLiteral("127.0.0.1"), port_, trust);
        QSignalSpy opened(&channel, &core::link::Channel::opened);
        QByteArray received;
        connect(&channel, &core::link::Channel::received, this, [&received](const QByteArray& bytes) { received += bytes; });
        channel.open();
        QTRY_COMPARE(opened.count(), 1);
        QCOMPARE(channel.security(), expected);
        channel.send("abc\n");
        QTRY_COMPARE(received, QByteArray("cba\n"));
    }

    QString openssl_;
    QTemporaryDir dir_;
    QProcess server_;
    quint16 port_ = 0;
};

QTEST_GUILESS_MAIN(TestTlsChannel)
#include "tst_tls_channel.moc"
