// Keeps one router connected: starts the lab's agent if it is a lab, opens a session, and tries again after 1, 2, 4 … 60 seconds when that
// fails or the session ends. Does not try again when trying cannot help: wrong password, not a RouterOS API, no such lab, another peer than
// the one known. What the endpoint says is what is spoken; a certificate seen for the first time is pinned in it. GUI thread; owned by the
// router.
#pragma once

#include "core/change/own_session.h"
#include "core/link/session.h"
#include "core/twin/agent_process.h"
#include "core/workspace/router_state.h"

#include <QCoroTask>
#include <QDeadlineTimer>
#include <QObject>
#include <QTimer>
#include <memory>
#include <optional>

namespace core::workspace {

class Connection : public QObject {
    Q_OBJECT
public:
    // To a router.
    Connection(Endpoint endpoint, QString password, QObject* parent = nullptr);
    // To an agent of our own on this lab.
    explicit Connection(const QString& lab, QObject* parent = nullptr);
    ~Connection() override;

    // Now, whatever was going on.
    void connectNow();
    // Ends it for good, as seen by the user: state Failed with this message.
    void giveUp(const QString& message);
    // Somebody found the session useless (a request timed out): drop it and try again.
    void drop(const core::base::Error& error);

    // Takes the peer of peerAlarm() for the router from now on, and connects.
    void trustNewPeer();

    // Makes further sessions to the same router, logged in, for as long as anybody keeps it: its own copies of address and password.
    using Maker = std::function<QCoro::Task<core::base::Result<core::change::OwnSession>>()>;
    [[nodiscard]] Maker maker() const;

    [[nodiscard]] LinkState state() const { return state_; }
    [[nodiscard]] QString message() const { return message_; }
    [[nodiscard]] int retryInMs() const;
    [[nodiscard]] const Endpoint& endpoint() const { return endpoint_; }
    [[nodiscard]] const std::optional<PeerAlarm>& peerAlarm() const { return alarm_; }
    // Null unless online. Owned here; gone when offline() has been emitted and the event loop came round.
    [[nodiscard]] core::link::Session* session() const { return session_.get(); }

Q_SIGNALS:
    void online();
    void offline();      // was online
    void stateChanged(); // state, message or retryInMs

private:
    QCoro::Task<void> attempt();
    void failed(const core::base::Error& error);
    void retire();
    void setState(LinkState state, QString message);
    void tick();

    Endpoint endpoint_;
    QString password_;
    std::unique_ptr<core::twin::AgentProcess> agent_;
    std::unique_ptr<core::link::Session> session_;
    std::optional<PeerAlarm> alarm_;
    LinkState state_ = LinkState::Connecting;
    QString message_;
    int attempt_ = 0; // number of the attempt now valid; an older one that is answered late is ignored
    int failures_ = 0;
    QDeadlineTimer retryAt_;
    QTimer ticker_;
};

} // namespace core::workspace
