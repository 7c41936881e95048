#include "tests/core/link/fake_api_server.h"

#include "core/routeros/api/challenge.h"
#include "core/routeros/api/reply_codec.h"
#include "core/routeros/api/request_codec.h"

#include <algorithm>

namespace tests {

namespace api = core::routeros::api;
using core::model::ReplyKind;

namespace {
const std::string kChallenge = "93b438ec9b80057c06dd9fe67d56aa9a";
}

Replies rows(std::vector<Row> rows) {
    Replies out;
    for (Row& row : rows) {
        out.push_back({ReplyKind::Row, {}, std::move(row), {}});
    }
    out.push_back({ReplyKind::Done, {}, {}, {}});
    return out;
}

Replies done(Row row) {
    return {{ReplyKind::Done, {}, std::move(row), {}}};
}

Replies trap(std::string message, int category) {
    return {{ReplyKind::Trap, {}, {}, {category, std::move(message)}}, {ReplyKind::Done, {}, {}, {}}};
}

FakeApiServer::FakeApiServer() {
    answer = [](const Request&) { return done(); };
    connect(this, &QTcpServer::newConnection, this, &FakeApiServer::take);
    listen(QHostAddress::LocalHost);
}

void FakeApiServer::take() {
    while (QTcpSocket* socket = nextPendingConnection()) {
        clients_.push_back(std::make_unique<Client>(Client{socket, core::routeros::api::Decoder{}}));
        socket->setSocketOption(QAbstractSocket::LowDelayOption, 1);
        Client* client = clients_.back().get();
        connect(socket, &QTcpSocket::readyRead, this, [this, client] { serve(*client); });
    }
}

void FakeApiServer::serve(Client& client) {
    const QByteArray bytes = client.socket->readAll();
    client.decoder.feed({bytes.constData(), static_cast<std::size_t>(bytes.size())});
    api::Sentence sentence;
    while (client.decoder.next(sentence) == api::Decoder::Status::Done) {
        const auto request = api::decodeRequest(sentence);
        if (!request) {
            continue;
        }
        Replies replies = request->path() == "/login" ? login(*request) : answer(*request);
        if (request->path() != "/login") {
            seen.push_back(*request);
        }
        for (Reply& reply : replies) {
            reply.tag = request->tag;
            write(client.socket, reply);
        }
    }
}

Replies FakeApiServer::login(const Request& request) {
    if (muteLogin) {
        return {};
    }
    bool right = request.argument("password") == password;
    if (oldLogin) {
        const auto response = request.argument("response");
        if (!response) {
            return done({{"ret", kChallenge}});
        }
        right = response == *api::challengeResponse(password, kChallenge);
    }
    if (!right && !acceptAnyPassword) {
        return trap("invalid user name or password (6)", 4);
    }
    ++logins;
    return done();
}

void FakeApiServer::write(QTcpSocket* socket, const Reply& reply) {
    writeBytes(socket, QByteArray::fromStdString(api::encodeSentence(api::encode(reply))));
}

void FakeApiServer::writeBytes(QTcpSocket* socket, const QByteArray& bytes) {
    if (!byteByByte) {
        socket->write(bytes);
        return;
    }
    for (const char octet : bytes) {
        socket->write(&octet, 1);
        socket->flush();
    }
}

void FakeApiServer::send(const Reply& reply) {
    write(clients_.back()->socket, reply);
}

void FakeApiServer::sendRaw(const QByteArray& bytes) {
    writeBytes(clients_.back()->socket, bytes);
}

void FakeApiServer::hangUp() {
    for (const auto& client : clients_) {
        client->socket->disconnectFromHost();
    }
}

int FakeApiServer::count(const std::string& path) const {
    return static_cast<int>(std::count_if(seen.begin(), seen.end(), [&path](const Request& r) { return r.path() == path; }));
}

} // namespace tests
