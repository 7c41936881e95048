// One connection that speaks the RouterOS API: login, then a Conversation.
#pragma once

#include "agent/control/api/api_server.h"
#include "agent/control/api/transport.h"
#include "agent/control/commands/conversation.h"
#include "core/routeros/api/decoder.h"

#include <QObject>
#include <QTimer>

#include <optional>

namespace agent::control {

class ApiSession final : public QObject, private ReplySink {
    Q_OBJECT
public:
    // Takes the transport over. The context must outlive the session.
    ApiSession(Transport* transport, Context& context, ApiSessionOptions options, QObject* parent);
    ~ApiSession() override;

    // Gives running streams their turn.
    void poll(core::base::Nanos now);
    [[nodiscard]] std::optional<core::base::Nanos> due() const;

    // Says why and ends the connection.
    void refuse(const std::string& reason);

Q_SIGNALS:
    // A request was executed: streams of any session may have something to say.
    void acted();
    void closed();

private:
    void send(const core::model::Reply& reply) override;
    [[nodiscard]] bool congested() const override;

    void readTransport();
    void progressed();
    void handle(const core::routeros::api::Sentence& sentence);
    void login(const core::model::Request& request);
    [[nodiscard]] Outcome<User> authenticate(const core::model::Request& request);
    void offerChallenge(const std::string& tag);
    void leave();

    Transport* transport_;
    Context& context_;
    ApiSessionOptions options_;
    core::routeros::api::Decoder decoder_{core::routeros::api::kBeforeLogin};
    std::unique_ptr<Conversation> conversation_; // none before login
    std::string address_;
    std::string challenge_; // hex; empty: none was offered
    QTimer loginTimer_;     // runs before login
    QTimer stalled_;        // runs while the reader takes nothing
    bool closing_ = false;
};

} // namespace agent::control
