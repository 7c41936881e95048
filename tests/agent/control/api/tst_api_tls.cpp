// The API through TLS: handshake, big answers, anonymous suites, bad input before and inside the handshake.
#include <QTest>

#include "tests/agent/control/api/api_bench.h"
#include "tests/agent/control/api/tls_identity.h"

#include <QSslCipher>
#include <QSslConfiguration>

#include <random>

using namespace agent::control;
using core::routeros::api::Sentence;
using tests::ApiBench;
using tests::ApiClient;

class TestApiTls : public QObject {
    Q_OBJECT

    std::unique_ptr<ApiBench> router_;

    static QSslConfiguration trusting() {
        QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
        configuration.setPeerVerifyMode(QSslSocket::VerifyNone);
        return configuration;
    }

    void serveAnonymously() {
        ApiServerOptions options;
        options.tls = *TlsContext::anonymous();
        router_->serve(options);
        QVERIFY2(router_->port != 0, router_->failure.c_str());
    }

private Q_SLOTS:
    void init() {
        router_ = std::make_unique<ApiBench>();
        router_->engine.stats.resize(6);
        auto tls = TlsContext::withCertificate(tests::kCertificate, tests::kKey);
        QVERIFY2(tls.has_value(), tls ? "" : tls.error().describe().c_str());
        ApiServerOptions options;
        options.tls = *tls;
        router_->serve(options);
        QVERIFY2(router_->port != 0, router_->failure.c_str());
    }
    void cleanup() { router_.reset(); }

    void bothVersionsOfTlsAreSpoken_data() {
        QTest::addColumn<int>("version");
        QTest::newRow("1.2") << int(QSsl::TlsV1_2);
        QTest::newRow("1.3") << int(QSsl::TlsV1_3);
    }
    void bothVersionsOfTlsAreSpoken() {
        QFETCH(int, version);
        QSslConfiguration configuration = trusting();
        configuration.setProtocol(static_cast<QSsl::SslProtocol>(version));
        ApiClient client(router_->port, configuration);
        QVERIFY2(client.socket.isEncrypted(), qPrintable(client.socket.errorString()));
        QCOMPARE(int(client.socket.sessionProtocol()), version);
        QVERIFY(client.login());
        client.send({"/system/identity/print"});
        QCOMPARE(client.next(), (Sentence{"!re", "=name=MikroTik"}));
        QCOMPARE(router_->plane.context().sessions.sessions().begin()->second.via, std::string("api-ssl"));
    }

    void anOldVersionIsRefused() {
        QSslConfiguration configuration = trusting();
        configuration.setBackendConfigurationOption("MaxProtocol", QByteArray("TLSv1.1"));
        configuration.setBackendConfigurationOption("MinProtocol", QByteArray("TLSv1"));
        configuration.setBackendConfigurationOption("CipherString", QByteArray("DEFAULT:@SECLEVEL=0"));
        ApiClient client(router_->port, configuration);
        QVERIFY(!client.socket.isEncrypted());
        ApiClient(router_->port, trusting()); // and the server is well
    }

    void longAnswersArriveWhole() {
        router_->engine.table.resize(20'000);
        ApiClient client(router_->port, trusting());
        QVERIFY(client.login());
        client.send({"/ip/firewall/connection/print", "=.proplist=.id"});
        std::size_t rows = 0;
        Sentence sentence = client.next();
        for (; sentence[0] == "!re"; sentence = client.next()) {
            ++rows;
        }
        QCOMPARE(sentence, Sentence{"!done"});
        QCOMPARE(rows, std::size_t(20'000));
    }

    void quitSaysSoAndClosesCleanly() {
        ApiClient client(router_->port, trusting());
        QVERIFY(client.login());
        client.send({"/quit"});
        QCOMPARE(client.next(), (Sentence{"!fatal", "session terminated on request"}));
        QVERIFY(client.isClosed());
    }

    void withoutACertificateOnlyWhoAsksForAnonymousSuitesComesIn() {
        serveAnonymously();
        QSslConfiguration anonymous = trusting();
        anonymous.setProtocol(QSsl::TlsV1_2);
        anonymous.setBackendConfigurationOption("CipherString", QByteArray("ADH:@SECLEVEL=0"));
        ApiClient client(router_->port, anonymous);
        QVERIFY2(client.socket.isEncrypted(), qPrintable(client.socket.errorString()));
        QVERIFY(client.socket.peerCertificate().isNull());
        QVERIFY(client.login());
        ApiClient other(router_->port, trusting());
        QVERIFY(!other.socket.isEncrypted());
    }

    void plainTextAndNoiseAtTheTlsPortAreHarmless() {
        std::mt19937 random(6);
        for (int round = 0; round < 20; ++round) {
            ApiClient client(router_->port);
            std::string noise(300, '\0');
            for (char& c : noise) {
                c = static_cast<char>(random());
            }
            client.sendRaw(round % 2 ? noise : "GET / HTTP/1.1\r\n\r\n");
            QVERIFY(client.isClosed());
        }
        ApiClient client(router_->port, trusting());
        QVERIFY(client.login());
    }

    void aHandshakeThatStopsHalfWayIsEndedByTheLoginTime() {
        ApiServerOptions options;
        options.tls = *TlsContext::withCertificate(tests::kCertificate, tests::kKey);
        options.loginTime = std::chrono::milliseconds(50);
        router_->serve(options);
        ApiClient client(router_->port);
        client.sendRaw(std::string("\x16\x03\x01\x02\x00\x01", 6)); // the beginning of a ClientHello
        QVERIFY(client.isClosed());
    }

    void certificateAndKeyMustBelongTogether() {
        QCOMPARE(TlsContext::withCertificate("rubbish", tests::kKey).error().code, core::base::ErrorCode::InvalidInput);
        QCOMPARE(TlsContext::withCertificate(tests::kCertificate, "rubbish").error().code, core::base::ErrorCode::InvalidInput);
        const auto mixed = TlsContext::withCertificate(tests::kCertificate, tests::kOtherKey);
        QVERIFY(!mixed);
        QVERIFY(mixed.error().text.find("does not belong") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TestApiTls)
#include "tst_api_tls.moc"
