// The TLS channel against Debian's own openssl s_server: with a self-signed certificate and with none at all.
#include "core/link/tls_channel.h"

#include <QProcess>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTcpServer>
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
        const QString key = dir_.filePath(QStringLiteral("key.pem"));
        const QString certificate = dir_.filePath(QStringLiteral("certificate.pem"));
        QCOMPARE(QProcess::execute(openssl_,
                                   {QStringLiteral("req"), QStringLiteral("-x509"), QStringLiteral("-newkey"), QStringLiteral("rsa:2048"),
                                    QStringLiteral("-nodes"), QStringLiteral("-subj"), QStringLiteral("/CN=router"),
                                    QStringLiteral("-keyout"), key, QStringLiteral("-out"), certificate}),
                 0);
        serve({QStringLiteral("-key"), key, QStringLiteral("-cert"), certificate});
        talk();
    }

    void noCertificateAtAllIsUnverifiedButWorks() {
        serve({QStringLiteral("-nocert"), QStringLiteral("-cipher"), QStringLiteral("ADH:@SECLEVEL=0"), QStringLiteral("-tls1_2")});
        talk();
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

    void talk() {
        TlsChannel channel(QStringLiteral("127.0.0.1"), port_);
        QSignalSpy opened(&channel, &core::link::Channel::opened);
        QByteArray received;
        connect(&channel, &core::link::Channel::received, this, [&received](const QByteArray& bytes) { received += bytes; });
        channel.open();
        QTRY_COMPARE(opened.count(), 1);
        QCOMPARE(channel.security(), Security::Unverified);
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
