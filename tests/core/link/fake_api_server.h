// A RouterOS API server for tests: answers by a function, and can be told to misbehave. Same thread as the test.
#pragma once

#include "core/model/request.h"
#include "core/routeros/api/decoder.h"

#include <QTcpServer>
#include <QTcpSocket>
#include <functional>
#include <map>
#include <memory>
#include <vector>

namespace tests {

using core::model::Reply;
using core::model::Request;
using core::model::Row;

// What a command is answered with; tags are filled in by the server.
using Replies = std::vector<Reply>;
Replies rows(std::vector<Row> rows);
Replies done(Row row = {});
Replies trap(std::string message, int category = 0);

class FakeApiServer : public QTcpServer {
    Q_OBJECT
public:
    FakeApiServer();

    // Called for every command but a successful login; an empty answer leaves the command open.
    std::function<Replies(const Request&)> answer;
    std::string password = "secret";
    bool acceptAnyPassword = false;
    bool byteByByte = false; // every octet in a write of its own
    bool oldLogin = false;   // challenge, as before 6.43
    bool muteLogin = false;  // never answers /login

    std::vector<Request> seen; // every command but /login
    int logins = 0;

    void sendRaw(const QByteArray& bytes); // on the newest connection
    void send(const Reply& reply);
    void hangUp();                                                                      // every connection
    [[nodiscard]] int connections() const { return static_cast<int>(clients_.size()); } // there ever were
    [[nodiscard]] int count(const std::string& path) const;

private:
    struct Client {
        QTcpSocket* socket;
        core::routeros::api::Decoder decoder;
    };
    void take();
    void serve(Client& client);
    Replies login(const Request& request);
    void write(QTcpSocket* socket, const Reply& reply);
    void writeBytes(QTcpSocket* socket, const QByteArray& bytes);

    std::vector<std::unique_ptr<Client>> clients_;
};

} // namespace tests
