// One TCP connection that speaks the RouterOS API: login, then a Conversation.
#pragma once

#include "agent/control/api/user_book.h"
#include "agent/control/commands/conversation.h"
#include "core/routeros/api/decoder.h"

#include <QObject>
#include <QTimer>

#include <optional>

class QTcpSocket;

namespace agent::control {

class ApiSession final : public QObject, private ReplySink {
    Q_OBJECT
public:
    // Takes the socket over. Context and users must outlive the session.
    ApiSession(QTcpSocket* socket, Context& context, const UserBook& users, ConversationOptions options, QObject* parent);
    ~ApiSession() override;

    // Gives running streams their turn.
    void poll(core::base::Nanos now);
    [[nodiscard]] std::optional<core::base::Nanos> due() const;

    // Row of /user/active; nothing before login.
    [[nodiscard]] std::optional<ActiveUser> activeUser() const;

Q_SIGNALS:
    // A request was executed: streams of any session may have something to say.
    void acted();
    void closed();

private:
    void send(const core::model::Reply& reply) override;
    [[nodiscard]] bool congested() const override;

    void readSocket();
    void drained();
    void handle(const core::routeros::api::Sentence& sentence);
    void login(const core::model::Request& request);
    void closeWith(const std::string& reason);

    QTcpSocket* socket_;
    Context& context_;
    const UserBook& users_;
    ConversationOptions options_;
    core::routeros::api::Decoder decoder_{core::routeros::api::kBeforeLogin};
    std::unique_ptr<Conversation> conversation_; // none before login
    std::string address_;
    std::string since_;
    QTimer stalled_; // runs while the reader takes nothing
    bool closing_ = false;
};

} // namespace agent::control
