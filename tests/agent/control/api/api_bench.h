// A router with an API door on the loopback, and a client that keeps every sentence it gets.
#pragma once

#include "agent/control/api/api_server.h"
#include "core/routeros/api/decoder.h"
#include "core/routeros/api/sentence.h"
#include "tests/agent/control/commands/fake_engine.h"
#include "tests/agent/control/tree/board.h"

#include <QHostAddress>
#include <QSslSocket>
#include <QTest>

namespace tests {

// user admin, password secret; user nobody, who has none.
struct ApiBench {
    core::base::SteadyClock clock;
    agent::control::WallClock wallClock;
    FakeEngine engine;
    agent::control::LiveConfig live{smallBoard(), false, [](auto) {}};
    agent::control::ControlPlane plane{live, engine, clock, wallClock, false};
    std::unique_ptr<agent::control::ApiServer> server;
    std::uint16_t port = 0;
    std::string failure; // why there is no port

    void serve(agent::control::ApiServerOptions options = {}) {
        for (const auto& [name, password] : {std::pair("admin", "secret"), std::pair("nobody", "")}) {
            if (const auto made = plane.context().accounts.ensureUser(name, password); !made) {
                failure = made.error().message;
                return;
            }
        }
        server = std::make_unique<agent::control::ApiServer>(plane, std::move(options));
        const auto opened = server->listen(QHostAddress::LocalHost, 0);
        port = opened.value_or(0);
        failure = opened ? "" : opened.error().text;
    }
};

class ApiClient {
public:
    using Sentence = core::routeros::api::Sentence;

    explicit ApiClient(std::uint16_t port) {
        socket.connectToHost(QHostAddress(QHostAddress::LocalHost).toString(), port);
        connected = QTest::qWaitFor([this] { return socket.state() == QAbstractSocket::ConnectedState; });
    }
    // Through TLS as configured. Whether it came about: socket.isEncrypted().
    ApiClient(std::uint16_t port, const QSslConfiguration& tls) {
        socket.setSslConfiguration(tls);
        socket.ignoreSslErrors();
        socket.connectToHostEncrypted(QHostAddress(QHostAddress::LocalHost).toString(), port);
        connected = QTest::qWaitFor([this] { return socket.isEncrypted() || socket.state() == QAbstractSocket::UnconnectedState; });
    }

    void send(const Sentence& sentence) { sendRaw(core::routeros::api::encodeSentence(sentence)); }
    void sendRaw(const std::string& bytes) { socket.write(bytes.data(), static_cast<qint64>(bytes.size())); }

    // The next sentence, or {"nothing"} when none comes.
    Sentence next() {
        Sentence sentence;
        const bool got = QTest::qWaitFor([&] {
            const QByteArray bytes = socket.readAll();
            decoder.feed({bytes.constData(), static_cast<std::size_t>(bytes.size())});
            return decoder.next(sentence) == core::routeros::api::Decoder::Status::Done;
        });
        return got ? sentence : Sentence{"nothing"};
    }
    bool isClosed() {
        return QTest::qWaitFor([this] { return socket.state() == QAbstractSocket::UnconnectedState; });
    }
    bool login() {
        send({"/login", "=name=admin", "=password=secret"});
        return next() == Sentence{"!done"};
    }

    QSslSocket socket; // plain as long as nobody asks it to encrypt
    core::routeros::api::Decoder decoder;
    bool connected = false;
};

} // namespace tests
