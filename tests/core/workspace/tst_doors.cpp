// The ways to a router as the workspace sees them: what is remembered of a peer, what happens when it changes, who is around.
#include "core/routeros/api/decoder.h"
#include "core/routeros/api/reply_codec.h"
#include "core/routeros/api/request_codec.h"
#include "core/workspace/discovery.h"
#include "core/workspace/display_text.h"
#include "core/workspace/remembered.h"
#include "core/workspace/workspace.h"

#include <QProcess>
#include <QSettings>
#include <QSslCertificate>
#include <QSslKey>
#include <QSslSocket>
#include <QStandardPaths>
#include <QTcpServer>
#include <QTemporaryDir>
#include <QTest>
#include <QUdpSocket>

using core::workspace::Endpoint;
using core::workspace::LinkSecurity;
using core::workspace::LinkState;
using core::workspace::Router;
using core::workspace::Via;
using core::workspace::Workspace;

namespace {

namespace api = core::routeros::api;

// Says !done to everything, over TLS.
class TlsRouter : public QTcpServer {
public:
    QSslCertificate certificate;
    QSslKey key;
    int sentences = 0;

protected:
    void incomingConnection(qintptr descriptor) override {
        auto* socket = new QSslSocket(this);
        socket->setSocketDescriptor(descriptor);
        socket->setLocalCertificate(certificate);
        socket->setPrivateKey(key);
        auto decoder = std::make_shared<api::Decoder>();
        connect(socket, &QSslSocket::readyRead, this, [this, socket, decoder] {
            const QByteArray bytes = socket->readAll();
            decoder->feed({bytes.constData(), static_cast<std::size_t>(bytes.size())});
            api::Sentence sentence;
            while (decoder->next(sentence) == api::Decoder::Status::Done) {
                ++sentences;
                const auto request = api::decodeRequest(sentence);
                core::model::Reply done;
                done.tag = request ? request->tag : std::string();
                socket->write(QByteArray::fromStdString(api::encodeSentence(api::encode(done))));
            }
        });
        socket->startServerEncryption();
    }
};

// Head of a discovery field; the value follows.
std::string field(int type, const std::string& value) {
    return {static_cast<char>(type >> 8), static_cast<char>(type), static_cast<char>(value.size() >> 8), static_cast<char>(value.size())};
}

} // namespace

class TestDoors : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        QStandardPaths::setTestModeEnabled(true);
        QCoreApplication::setOrganizationName(QStringLiteral("pathscope-test"));
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, dir_.path());
        QVERIFY2(!QStandardPaths::findExecutable(QStringLiteral("openssl")).isEmpty(),
                 "the program openssl is missing: install package openssl");
    }
    void init() { QSettings().clear(); }

    void aCertificateIsPinnedAtFirstSightAndAChangeBlocksUntilTrusted() {
        TlsRouter server;
        newCertificate(server);
        QVERIFY(server.listen(QHostAddress::LocalHost));
        const quint16 port = server.serverPort();
        const QString first = fingerprintOf(server);
        {
            Workspace workspace;
            Router* router = workspace.addRouter(door(port), QStringLiteral("x"));
            QTRY_COMPARE(router->state().link, LinkState::Online);
            QCOMPARE(router->state().security, LinkSecurity::Unverified);
            QCOMPARE(router->state().peerFingerprint, first);
        }
        QCOMPARE(core::workspace::rememberedFingerprint(door(port)), first);
        {
            Workspace workspace;
            Router* router = workspace.addRouter(door(port), QStringLiteral("x"));
            QTRY_COMPARE(router->state().link, LinkState::Online);
            QCOMPARE(router->state().security, LinkSecurity::Pinned);
        }
        newCertificate(server);
        const int before = server.sentences;
        Workspace workspace;
        Router* router = workspace.addRouter(door(port), QStringLiteral("x"));
        QTRY_COMPARE(router->state().link, LinkState::Failed);
        QVERIFY(router->state().peerAlarm.has_value());
        QCOMPARE(router->state().peerAlarm->known, first);
        QCOMPARE(router->state().peerAlarm->seen, fingerprintOf(server));
        QVERIFY(router->state().message.contains(first));
        QCOMPARE(server.sentences, before); // not a word, the password least of all
        router->reconnectNow();
        QTRY_COMPARE(router->state().link, LinkState::Failed); // trying again does not help
        router->trustNewPeer();
        QTRY_COMPARE(router->state().link, LinkState::Online);
        QVERIFY(!router->state().peerAlarm.has_value());
        QCOMPARE(router->state().security, LinkSecurity::Pinned);
        QCOMPARE(core::workspace::rememberedFingerprint(door(port)), fingerprintOf(server));
    }

    void thereIsNoFallingBackToPlainText() {
        QTcpServer plain;
        QVERIFY(plain.listen(QHostAddress::LocalHost));
        QByteArray said;
        connect(&plain, &QTcpServer::newConnection, this, [&] {
            QTcpSocket* socket = plain.nextPendingConnection();
            connect(socket, &QTcpSocket::readyRead, this, [&said, socket] {
                said += socket->readAll();
                socket->write("not TLS");
            });
        });
        Workspace workspace;
        Router* router = workspace.addRouter(door(plain.serverPort()), QStringLiteral("secret"));
        QTRY_COMPARE(router->state().link, LinkState::Failed);
        QVERIFY(!said.contains("secret"));
        QVERIFY(!said.contains("/login"));
    }

    void settingsOfADoorAreRememberedAndFormatOneIsRead() {
        QSettings settings;
        settings.setValue(QStringLiteral("connections/version"), 1);
        settings.beginWriteArray(QStringLiteral("connections/endpoints"), 2);
        for (int i = 0; i < 2; ++i) {
            settings.setArrayIndex(i);
            settings.setValue(QStringLiteral("host"), QStringLiteral("10.0.0.%1").arg(i));
            settings.setValue(QStringLiteral("port"), 8728);
            settings.setValue(QStringLiteral("user"), QStringLiteral("admin"));
            settings.setValue(QStringLiteral("tls"), i == 1);
        }
        settings.endArray();
        settings.sync();
        auto known = core::workspace::rememberedEndpoints();
        QCOMPARE(known.size(), 2u);
        QCOMPARE(known[0].via, Via::Api);
        QCOMPARE(known[1].via, Via::ApiSsl);

        Endpoint ssh = door(22);
        ssh.via = Via::Ssh;
        ssh.legacySsh = true;
        ssh.keyFile = QStringLiteral("/keys/id");
        ssh.label = QStringLiteral("Shed");
        core::workspace::rememberEndpoint(ssh);
        Endpoint again = ssh;
        again.label.clear();
        again.legacySsh = false;
        core::workspace::rememberEndpoint(again); // the same door: its label stays
        known = core::workspace::rememberedEndpoints();
        QCOMPARE(known.size(), 3u);
        QCOMPARE(known[0].label, QStringLiteral("Shed"));
        QCOMPARE(known[0].keyFile, QStringLiteral("/keys/id"));
        QVERIFY(!known[0].legacySsh);
        core::workspace::rememberEndpoints({ssh, door(9999)});
        QCOMPARE(core::workspace::rememberedEndpoints().size(), 4u);
    }

    void routersAroundAreListedOnceEach() {
        QUdpSocket probe;
        QVERIFY(probe.bind(QHostAddress::LocalHost));
        const quint16 port = probe.localPort();
        probe.close();
        core::workspace::Discovery discovery(nullptr, port);
        discovery.start();
        QVERIFY2(discovery.problem().isEmpty(), qPrintable(discovery.problem()));
        QUdpSocket router;
        const auto say = [&router, port](const std::string& mac, const std::string& name, const std::string& address) {
            const std::string packet = std::string(4, '\0') + field(1, mac) + mac + field(5, name) + name + field(11, "ID-" + name) +
                                       "ID-" + name + field(17, address) + address;
            router.writeDatagram(packet.data(), static_cast<qint64>(packet.size()), QHostAddress::LocalHost, port);
        };
        say("\x4c\x5e\x0c\x12\x34\x56", "b-<b>router</b>", "\x0a\x01\x01\x01");
        say("\x4c\x5e\x0c\x12\x34\x57", "b-<b>router</b>", "\x0a\x01\x01\x01"); // its other interface
        say("\x4c\x5e\x0c\x12\x34\x99", "a-router", "\x0a\x01\x01\x02");
        QTRY_COMPARE(discovery.routers().size(), 2u);
        QCOMPARE(discovery.routers()[0].identity, QStringLiteral("a-router"));
        QCOMPARE(discovery.routers()[1].address, QStringLiteral("10.1.1.1"));
        discovery.stop();
        QCOMPARE(discovery.port(), 0);
    }

    void octetsBecomeTextForPeople() {
        using core::workspace::displayText;
        QCOMPARE(displayText("caf\xc3\xa9"), QStringLiteral("café"));
        QCOMPARE(displayText("caf\xe9"), QStringLiteral("café"));
        QCOMPARE(displayText(std::string_view("core\0\0", 6)), QStringLiteral("core"));
        QCOMPARE(displayText(""), QString());
    }

private:
    static Endpoint door(quint16 port) {
        Endpoint endpoint;
        endpoint.host = QStringLiteral("127.0.0.1");
        endpoint.port = port;
        endpoint.user = QStringLiteral("admin");
        return endpoint;
    }
    static QString fingerprintOf(const TlsRouter& server) {
        return QString::fromLatin1(server.certificate.digest(QCryptographicHash::Sha256).toHex());
    }
    void newCertificate(TlsRouter& server) {
        const QString key = dir_.filePath(QStringLiteral("k.pem")), certificate = dir_.filePath(QStringLiteral("c.pem"));
        QCOMPARE(QProcess::execute(QStringLiteral("openssl"),
                                   {QStringLiteral("req"), QStringLiteral("-x509"), QStringLiteral("-newkey"), QStringLiteral("rsa:2048"),
                                    QStringLiteral("-nodes"), QStringLiteral("-subj"), QStringLiteral("/CN=router"),
                                    QStringLiteral("-keyout"), key, QStringLiteral("-out"), certificate}),
                 0);
        QFile keyFile(key);
        QVERIFY(keyFile.open(QIODevice::ReadOnly));
        server.key = QSslKey(&keyFile, QSsl::Rsa);
        server.certificate = QSslCertificate::fromPath(certificate).at(0);
    }
    QTemporaryDir dir_;
};

QTEST_GUILESS_MAIN(TestDoors)
#include "tst_doors.moc"
