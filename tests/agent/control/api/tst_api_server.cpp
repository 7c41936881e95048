// The API over a loopback socket: login, order, tags, limits, bad input, slow readers.
#include <QHostAddress>
#include <QTcpSocket>
#include <QTest>

#include "tests/agent/control/api/api_bench.h"

#include "core/routeros/api/challenge.h"

#include <random>
#include <sys/socket.h>

using namespace agent::control;
using core::routeros::api::encodeSentence;
using core::routeros::api::Sentence;

using tests::ApiBench;
using Client = tests::ApiClient;

class TestApiServer : public QObject {
    Q_OBJECT

    std::unique_ptr<ApiBench> router_;

    void serve(ApiServerOptions options = {}) {
        router_->serve(options);
        QVERIFY2(router_->port != 0, router_->failure.c_str());
    }

private Q_SLOTS:
    void init() {
        router_ = std::make_unique<ApiBench>();
        router_->engine.stats.resize(6);
        serve();
    }
    void cleanup() { router_.reset(); }

    void rightPasswordLogsIn() {
        Client client(router_->port);
        QVERIFY(client.login());
        client.send({"/system/identity/print"});
        QCOMPARE(client.next(), (Sentence{"!re", "=name=MikroTik"}));
        QCOMPARE(client.next(), Sentence{"!done"});
        QCOMPARE(router_->plane.context().sessions.sessions().begin()->second.name, std::string("admin"));
        QCOMPARE(router_->plane.context().log.lines().back().message.substr(0, 31), std::string("user admin logged in from 127.0"));
    }

    void wrongPasswordIsSaidAndLogged() {
        Client client(router_->port);
        for (const char* login : {"=name=admin", "=name=nobody", "=name=stranger"}) {
            client.send({"/login", login, "=password=", ".tag=1"});
            QCOMPARE(client.next(), (Sentence{"!trap", ".tag=1", "=message=invalid user name or password (6)"}));
            QCOMPARE(client.next(), (Sentence{"!done", ".tag=1"}));
        }
        client.send({"/login", "=name=admin", "=password=secret"}); // and may try again
        QCOMPARE(client.next(), Sentence{"!done"});
        QCOMPARE(router_->plane.context().log.lines().front().topics, std::string("system,error,critical"));
    }

    void nothingWorksBeforeLogin() {
        Client client(router_->port);
        client.send({"/interface/print", ".tag=1"});
        QCOMPARE(client.next(), (Sentence{"!fatal", "not logged in"}));
        QVERIFY(client.isClosed());
    }

    void quitEndsTheSession() {
        Client client(router_->port);
        QVERIFY(client.login());
        client.send({"/quit"});
        QCOMPARE(client.next(), (Sentence{"!fatal", "session terminated on request"}));
        QVERIFY(client.isClosed());
        QTRY_VERIFY(router_->plane.context().sessions.sessions().empty());
    }

    void pipelinedRequestsAreAnsweredInOrder() {
        Client client(router_->port);
        std::string bytes = encodeSentence({"/login", "=name=admin", "=password=secret"});
        for (int i = 0; i < 20; ++i) {
            bytes += encodeSentence({"/system/identity/print", ".tag=" + std::to_string(i)});
        }
        client.sendRaw(bytes);
        QCOMPARE(client.next(), Sentence{"!done"});
        for (int i = 0; i < 20; ++i) {
            QCOMPARE(client.next()[1], ".tag=" + std::to_string(i));
            QCOMPARE(client.next(), (Sentence{"!done", ".tag=" + std::to_string(i)}));
        }
    }

    void requestsByteByByte() {
        Client client(router_->port);
        for (const char c : encodeSentence({"/login", "=name=admin", "=password=secret"})) {
            client.sendRaw(std::string(1, c));
            client.socket.flush();
        }
        QCOMPARE(client.next(), Sentence{"!done"});
    }

    void streamsRunByThemselves() {
        Client client(router_->port);
        QVERIFY(client.login());
        client.send({"/interface/monitor-traffic", "=interface=ether1", "=interval=20ms", ".tag=m"});
        for (int i = 0; i < 3; ++i) {
            QCOMPARE(client.next()[1], std::string(".tag=m"));
        }
        client.send({"/cancel", "=tag=m", ".tag=c"});
        Sentence sentence = client.next();
        while (sentence[0] == "!re") {
            sentence = client.next();
        }
        QCOMPARE(sentence, (Sentence{"!trap", ".tag=m", "=category=2", "=message=interrupted"}));
        QCOMPARE(client.next(), (Sentence{"!done", ".tag=c"}));
        QCOMPARE(client.next(), (Sentence{"!done", ".tag=m"}));
    }

    void oneSessionHearsWhatAnotherChanges() {
        Client listener(router_->port), writer(router_->port);
        QVERIFY(listener.login() && writer.login());
        listener.send({"/system/identity/listen", ".tag=l"});
        listener.send({"/system/identity/print", ".tag=sync"});
        listener.next();
        listener.next();
        writer.send({"/system/identity/set", "=name=lab"});
        QCOMPARE(listener.next(), (Sentence{"!re", ".tag=l", "=name=lab"}));
    }

    void rubbishAfterLoginIsTrapped() {
        Client client(router_->port);
        QVERIFY(client.login());
        client.send({"interface", ".tag=3"});
        QCOMPARE(client.next()[0], std::string("!trap"));
        QCOMPARE(client.next(), (Sentence{"!done", ".tag=3"}));
        client.send({"/system/identity/print", "stray"});
        QVERIFY(client.next().back().find("stray") != std::string::npos);
        QCOMPARE(client.next(), Sentence{"!done"});
    }

    void brokenFramingEndsTheSessionWithAReason() {
        for (const std::string& bytes :
             {std::string("\xf8"), std::string("\xf0\xff\xff\xff\xff", 5), encodeSentence({std::string(5000, 'x')})}) {
            Client client(router_->port);
            client.sendRaw(bytes);
            QCOMPARE(client.next()[0], std::string("!fatal"));
            QVERIFY(client.isClosed());
        }
        Client client(router_->port);
        QVERIFY(client.login()); // the server is well
    }

    void halfASentenceThenCloseIsHarmless() {
        {
            Client client(router_->port);
            client.sendRaw("\x06/log");
            client.socket.flush();
        }
        Client client(router_->port);
        QVERIFY(client.login());
    }

    void noiseIsHarmless() {
        std::mt19937 random(5);
        for (int round = 0; round < 30; ++round) {
            Client client(router_->port);
            std::string noise(200, '\0');
            for (char& c : noise) {
                c = static_cast<char>(random());
            }
            client.sendRaw(noise);
            client.socket.flush();
        }
        QTRY_VERIFY(Client(router_->port).login());
    }

    void sessionsAreLimited() {
        router_->server.reset();
        serve({.maxSessions = 2});
        Client one(router_->port), two(router_->port);
        QVERIFY(one.login() && two.login());
        Client three(router_->port);
        three.send({"/login", "=name=admin", "=password=secret"});
        QCOMPARE(three.next(), (Sentence{"!fatal", "too many sessions"}));
        QVERIFY(three.isClosed());
        one.socket.abort();
        QTRY_VERIFY(Client(router_->port).login());
    }

    void aReaderThatTakesNothingDoesNotFillTheMemory() {
        router_->engine.table.resize(20'000);
        Client client(router_->port);
        QVERIFY(client.login());
        client.socket.setReadBufferSize(1024);
        for (int i = 0; i < 50; ++i) {
            client.send({"/ip/firewall/connection/print", ".tag=" + std::to_string(i)});
        }
        client.socket.flush();
        // The first answers are megabytes; the server stops reading requests, others are served meanwhile.
        Client other(router_->port);
        QVERIFY(other.login());
        other.send({"/system/identity/print"});
        QCOMPARE(other.next(), (Sentence{"!re", "=name=MikroTik"}));
    }

    void connectionsWithoutLoginAreLimitedToo() {
        router_->server.reset();
        serve({.maxConnections = 2});
        Client one(router_->port), two(router_->port);
        QVERIFY(one.connected && two.connected);
        Client three(router_->port);
        QCOMPARE(three.next(), (Sentence{"!fatal", "too many sessions"}));
        QVERIFY(three.isClosed());
        QVERIFY(one.login());
    }

    void whoDoesNotLogInIsSentAway() {
        router_->server.reset();
        serve({.loginTime = std::chrono::milliseconds(50)});
        Client idle(router_->port);
        QCOMPARE(idle.next(), (Sentence{"!fatal", "login timed out"}));
        QVERIFY(idle.isClosed());
    }

    void answersReachAClientThatHasClosedItsOwnSide() {
        router_->engine.table.resize(2'000);
        Client client(router_->port);
        client.send({"/login", "=name=admin", "=password=secret"});
        client.send({"/ip/firewall/connection/print", "=.proplist=.id"});
        client.socket.flush();
        QCOMPARE(::shutdown(static_cast<int>(client.socket.socketDescriptor()), SHUT_WR), 0);
        QCOMPARE(client.next(), Sentence{"!done"});
        std::size_t rows = 0;
        Sentence sentence = client.next();
        for (; sentence[0] == "!re"; sentence = client.next()) {
            ++rows;
        }
        QCOMPARE(sentence, Sentence{"!done"});
        QCOMPARE(rows, std::size_t(2'000));
    }

    void tenWrongPasswordsShutTheDoorForThatAddress() {
        Client client(router_->port);
        for (int i = 0; i < 10; ++i) {
            client.send({"/login", "=name=admin", "=password=wrong"});
            QCOMPARE(client.next()[1], std::string("=message=invalid user name or password (6)"));
            QCOMPARE(client.next(), Sentence{"!done"});
        }
        client.send({"/login", "=name=admin", "=password=secret"});
        const Sentence answer = client.next();
        QCOMPARE(answer[0], std::string("!trap"));
        QVERIFY(answer[1].find("too many login failures") != std::string::npos);
    }

    void theOldLoginProvesThePasswordByAChallenge() {
        router_->server.reset();
        serve({.legacyLogin = true});
        Client client(router_->port);
        client.send({"/login"});
        Sentence answer = client.next();
        QCOMPARE(answer[0], std::string("!done"));
        QVERIFY(answer[1].starts_with("=ret="));
        const std::string challenge = answer[1].substr(5);
        QCOMPARE(challenge.size(), std::size_t(32));
        client.send({"/login", "=name=admin", "=response=" + *core::routeros::api::challengeResponse("wrong", challenge)});
        QCOMPARE(client.next()[0], std::string("!trap"));
        client.next();
        // A challenge is good for one answer.
        client.send({"/login", "=name=admin", "=response=" + *core::routeros::api::challengeResponse("secret", challenge)});
        QCOMPARE(client.next()[0], std::string("!trap"));
        client.next();
        client.send({"/login"});
        answer = client.next();
        client.send({"/login", "=name=admin", "=response=" + *core::routeros::api::challengeResponse("secret", answer[1].substr(5))});
        QCOMPARE(client.next(), Sentence{"!done"});
        client.send({"/system/identity/print"});
        QCOMPARE(client.next()[0], std::string("!re"));
    }

    void withoutTheOptionThereIsNoChallenge() {
        Client client(router_->port);
        client.send({"/login"});
        QCOMPARE(client.next()[0], std::string("!trap"));
    }

    void droppedSafeModeIsRolledBack() {
        {
            Client client(router_->port);
            QVERIFY(client.login());
            client.send({"/safe-mode/take"});
            QCOMPARE(client.next()[0], std::string("!done"));
            client.send({"/system/identity/set", "=name=changed"});
            QCOMPARE(client.next(), Sentence{"!done"});
            client.socket.abort();
        }
        QTRY_VERIFY(router_->plane.context().sessions.sessions().empty());
        Client client(router_->port);
        QVERIFY(client.login());
        client.send({"/system/identity/print"});
        QCOMPARE(client.next(), (Sentence{"!re", "=name=MikroTik"}));
    }

    void takenPortIsSaidWithItsRemedy() {
        ApiServer second(router_->plane, {}, {});
        const auto port = second.listen(QHostAddress::LocalHost, router_->port);
        QVERIFY(!port.has_value());
        QCOMPARE(port.error().code, core::base::ErrorCode::AddressInUse);
        QVERIFY(port.error().text.find(std::to_string(router_->port)) != std::string::npos);
        QVERIFY(port.error().text.find("--api-port") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TestApiServer)
#include "tst_api_server.moc"
