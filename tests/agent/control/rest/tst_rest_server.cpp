// /rest over HTTPS on the loopback, as a client of Qt's sees it: every method, errors, login, limits, commands that go on.
#include <QTest>

#include "agent/control/rest/rest_server.h"
#include "tests/agent/control/api/tls_identity.h"
#include "tests/agent/control/commands/fake_engine.h"
#include "tests/agent/control/tree/board.h"

#include <QHostAddress>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QNetworkAccessManager>
#include <QNetworkReply>
#include <QSslConfiguration>
#include <QSslSocket>

using namespace agent::control;

namespace {

struct Router {
    core::base::SteadyClock clock;
    WallClock wallClock;
    tests::FakeEngine engine;
    LiveConfig live{tests::smallBoard(), false, [](auto) {}};
    ControlPlane plane{live, engine, clock, wallClock, false};
    std::unique_ptr<RestServer> server;
    std::uint16_t port = 0;
};

struct Response {
    int status = 0;
    QByteArray body;
    [[nodiscard]] QJsonObject object() const { return QJsonDocument::fromJson(body).object(); }
    [[nodiscard]] QJsonArray list() const { return QJsonDocument::fromJson(body).array(); }
};

} // namespace

class TestRestServer : public QObject {
    Q_OBJECT

    std::unique_ptr<Router> router_;
    std::unique_ptr<QNetworkAccessManager> client_;

    static QSslConfiguration trusting() {
        QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
        configuration.setPeerVerifyMode(QSslSocket::VerifyNone);
        return configuration;
    }

    QNetworkReply* begin(const QByteArray& method, const QString& path, const QByteArray& body = {},
                         const QByteArray& login = "admin:secret") {
        QNetworkRequest request(QUrl(QStringLiteral("https://127.0.0.1:%1/rest%2").arg(router_->port).arg(path)));
        request.setSslConfiguration(trusting());
        request.setTransferTimeout(20'000);
        if (!login.isEmpty()) {
            request.setRawHeader("Authorization", "Basic " + login.toBase64());
        }
        if (!body.isEmpty()) {
            request.setHeader(QNetworkRequest::ContentTypeHeader, QStringLiteral("application/json"));
        }
        return client_->sendCustomRequest(request, method, body);
    }
    static Response finish(QNetworkReply* reply) {
        const bool done = QTest::qWaitFor([reply] { return reply->isFinished(); }, 20'000);
        const Response answer{done ? reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt() : -1, reply->readAll()};
        reply->deleteLater();
        return answer;
    }
    Response ask(const QByteArray& method, const QString& path, const QByteArray& body = {}, const QByteArray& login = "admin:secret") {
        return finish(begin(method, path, body, login));
    }

private Q_SLOTS:
    void init() {
        router_ = std::make_unique<Router>();
        router_->engine.stats.resize(6);
        QVERIFY(router_->plane.context().accounts.ensureUser("admin", "secret").has_value());
        router_->server = std::make_unique<RestServer>(router_->plane, RestServerOptions{});
        const auto port = router_->server->listen(QHostAddress::LocalHost, 0, tests::kCertificate, tests::kKey);
        QVERIFY2(port.has_value(), port ? "" : port.error().text.c_str());
        router_->port = *port;
        client_ = std::make_unique<QNetworkAccessManager>();
    }
    void cleanup() {
        client_.reset();
        router_.reset();
    }

    void aTableIsAListOfObjectsOfStrings() {
        const Response answer = ask("GET", QStringLiteral("/interface?.proplist=name,type,disabled&type=ether"));
        QCOMPARE(answer.status, 200);
        QVERIFY(!answer.list().isEmpty());
        const QJsonObject first = answer.list().first().toObject();
        QCOMPARE(first.value(QStringLiteral("name")), QJsonValue(QStringLiteral("ether1")));
        QCOMPARE(first.value(QStringLiteral("disabled")), QJsonValue(QStringLiteral("false")));
    }

    void settingsAreOneObject() {
        QCOMPARE(ask("GET", QStringLiteral("/system/identity")).object().value(QStringLiteral("name")),
                 QJsonValue(QStringLiteral("MikroTik")));
        const Response changed = ask("PATCH", QStringLiteral("/system/identity"), R"({"name":"lab"})");
        QCOMPARE(changed.status, 200);
        QCOMPARE(changed.object().value(QStringLiteral("name")), QJsonValue(QStringLiteral("lab")));
    }

    void anItemIsMadeReadChangedAndRemoved() {
        const Response made =
            ask("PUT", QStringLiteral("/ip/address"), R"({"address":"10.9.0.1/24","interface":"ether1","comment":"by rest"})");
        QCOMPARE(made.status, 201);
        const QString id = made.object().value(QStringLiteral(".id")).toString();
        QVERIFY(id.startsWith(QChar(u'*')));
        QCOMPARE(made.object().value(QStringLiteral("comment")), QJsonValue(QStringLiteral("by rest")));
        QCOMPARE(ask("GET", QStringLiteral("/ip/address/") + id).object().value(QStringLiteral("address")),
                 QJsonValue(QStringLiteral("10.9.0.1/24")));
        const Response changed = ask("PATCH", QStringLiteral("/ip/address/") + id, R"({"comment":null,"disabled":"true"})");
        QCOMPARE(changed.status, 200);
        QCOMPARE(changed.object().value(QStringLiteral("disabled")), QJsonValue(QStringLiteral("true")));
        QVERIFY(!changed.object().contains(QStringLiteral("comment")));
        const Response removed = ask("DELETE", QStringLiteral("/ip/address/") + id);
        QCOMPARE(removed.status, 204);
        QVERIFY(removed.body.isEmpty());
        const Response again = ask("DELETE", QStringLiteral("/ip/address/") + id);
        QCOMPARE(again.status, 404);
        QCOMPARE(again.object().value(QStringLiteral("message")), QJsonValue(QStringLiteral("Not Found")));
        QCOMPARE(ask("GET", QStringLiteral("/ip/address/") + id).status, 404);
    }

    void aCommandIsPosted() {
        const Response count = ask("POST", QStringLiteral("/interface/print"), R"({"count-only":"",".query":["type=ether"]})");
        QCOMPARE(count.status, 200);
        QCOMPARE(count.object().value(QStringLiteral("ret")).toString().toInt(),
                 int(ask("GET", QStringLiteral("/interface?type=ether")).list().size()));
        router_->plane.housekeep();
        const Response once = ask("POST", QStringLiteral("/interface/monitor-traffic"), R"({"interface":"ether1","once":""})");
        QCOMPARE(once.list().size(), 1);
        QCOMPARE(ask("POST", QStringLiteral("/ip/firewall/filter/reset-counters-all"), "{}").body, QByteArray("[]"));
    }

    void errorsCarryRouterOSsWords() {
        const Response missing = ask("GET", QStringLiteral("/ip/nonsense/really"));
        QCOMPARE(missing.status, 406);
        QVERIFY(missing.object().value(QStringLiteral("detail")).toString().contains(QStringLiteral("no such command")));
        const Response wrong = ask("PUT", QStringLiteral("/ip/address"), R"({"address":"10.9.0.1/24","interface":"asdf"})");
        QCOMPARE(wrong.status, 400);
        QCOMPARE(wrong.object().value(QStringLiteral("detail")), QJsonValue(QStringLiteral("input does not match any value of interface")));
        QCOMPARE(wrong.object().value(QStringLiteral("error")), QJsonValue(400));
        QCOMPARE(ask("POST", QStringLiteral("/ip/address"), "{}").status, 400);
    }

    void nobodyComesInWithoutTheRightPassword() {
        for (const QByteArray login : {"", "admin:wrong", "admin", "stranger:secret"}) {
            const Response answer = ask("GET", QStringLiteral("/interface"), {}, login);
            QCOMPARE(answer.status, 401);
            QCOMPARE(answer.object().value(QStringLiteral("error")), QJsonValue(401));
        }
        QCOMPARE(router_->plane.context().log.lines().back().topics, std::string("system,error,critical"));
    }

    void whoMayNotUseRestIsRefused() {
        Context& context = router_->plane.context();
        QVERIFY(context.config.apply([](Tree& tree) -> Outcome<void> {
            const auto made = add(tree, "/user/group", {{"name", "apionly"}, {"policy", "read,api"}});
            return made ? Outcome<void>() : tl::unexpected(made.error());
        }));
        QVERIFY(context.accounts.ensureUser("poller", "secret", "apionly").has_value());
        QCOMPARE(ask("GET", QStringLiteral("/interface"), {}, "poller:secret").status, 401);
    }

    void sessionsEndWithTheirAnswer() {
        QCOMPARE(ask("GET", QStringLiteral("/interface")).status, 200);
        QVERIFY(router_->plane.context().sessions.sessions().empty());
    }

    void aCommandThatGoesOnEndsWithTheClient() {
        QNetworkReply* reply = begin("POST", QStringLiteral("/interface/monitor-traffic"), R"({"interface":"ether1"})");
        QTRY_COMPARE(router_->plane.context().sessions.sessions().size(), std::size_t(1));
        QCOMPARE(ask("GET", QStringLiteral("/system/identity")).status, 200); // others are served meanwhile
        reply->abort();
        reply->deleteLater();
        QTRY_VERIFY((router_->server->wake(), router_->plane.context().sessions.sessions().empty()));
    }

    void rubbishInsteadOfHttpHarmsNobody() {
        for (const QByteArray& rubbish : {QByteArray("\x16\x03\x01 no handshake"), QByteArray("GET /rest/interface HTTP/1.1\r\n\r\n")}) {
            QTcpSocket socket; // no TLS
            socket.connectToHost(QHostAddress::LocalHost, router_->port);
            socket.write(rubbish);
            QTRY_VERIFY_WITH_TIMEOUT(socket.state() == QAbstractSocket::UnconnectedState, 15'000); // Qt gives a handshake five seconds
        }
        QSslSocket inside;
        inside.setSslConfiguration(trusting());
        inside.ignoreSslErrors();
        inside.connectToHostEncrypted(QStringLiteral("127.0.0.1"), router_->port);
        QTRY_VERIFY(inside.isEncrypted());
        inside.write("this is not HTTP\r\n\r\n");
        inside.flush();
        QCOMPARE(ask("GET", QStringLiteral("/system/identity")).status, 200);
    }

    void aRequestThatIsTooLongIsCutOff() {
        QSslSocket socket;
        socket.setSslConfiguration(trusting());
        socket.ignoreSslErrors();
        socket.connectToHostEncrypted(QStringLiteral("127.0.0.1"), router_->port);
        QTRY_VERIFY(socket.isEncrypted());
        socket.write("POST /rest/interface/print HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 100000000\r\n\r\n");
        const QByteArray part(64 << 10, ' ');
        for (int i = 0; i < 64 && socket.state() == QAbstractSocket::ConnectedState; ++i) {
            socket.write(part);
            (void)QTest::qWaitFor([&] { return socket.bytesToWrite() == 0 || socket.state() != QAbstractSocket::ConnectedState; });
        }
        QTRY_VERIFY(socket.state() == QAbstractSocket::UnconnectedState);
        QCOMPARE(ask("GET", QStringLiteral("/system/identity")).status, 200);
    }

    void aWrongCertificateIsSaid() {
        RestServer other(router_->plane, {});
        const auto port = other.listen(QHostAddress::LocalHost, 0, "rubbish", "rubbish");
        QVERIFY(!port);
        QCOMPARE(port.error().code, core::base::ErrorCode::InvalidInput);
    }

    void aTakenPortIsSaidWithItsRemedy() {
        RestServer other(router_->plane, {});
        const auto port = other.listen(QHostAddress::LocalHost, router_->port, tests::kCertificate, tests::kKey);
        QVERIFY(!port);
        QCOMPARE(port.error().code, core::base::ErrorCode::AddressInUse);
        QVERIFY(port.error().text.find("--rest-port") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TestRestServer)
#include "tst_rest_server.moc"
