// A logged-in conversation with a router, whatever carries it: ApiSession over the API's channels, SshSession over SSH.
//
//   std::unique_ptr<Session> session = std::make_unique<ApiSession>(std::make_unique<SocketChannel>(u"192.168.88.1"_qs, 8728));
//   Result<void> in = co_await session->open("admin", password);
//   Result<Answer> rows = co_await session->request({"/interface", "print", {{".proplist", "name"}}});
//
// Errors: what the connection and the login say; Refused when the router refused the command (cause is its own text); Timeout; Protocol
// when the peer speaks something else, or answers with more than the session keeps; PermissionDenied when the peer is not the one
// remembered, see peerChange(); Unsupported when this way to the router cannot do it; ConnectionLost for everything still open when the
// conversation ends; Cancelled when the session is destroyed or closed by its owner. Every request is answered exactly once, so no
// coroutine is left behind.
//
// After co_await on any of these the session may be gone if the result is an error; look at the result first. GUI thread; nothing blocks.
#pragma once

#include "core/base/result.h"
#include "core/link/channel.h"
#include "core/link/peer_identity.h"
#include "core/model/request.h"

#include <QCoroTask>
#include <QObject>
#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace core::link {

// Everything a command answered with.
struct Answer {
    std::vector<core::model::Row> rows;
    core::model::Row done; // attributes of !done, such as ret

    // Id of an added item, or the number a count-only asked for; empty when there is none.
    [[nodiscard]] std::string ret() const { return std::string(done.value("ret")); }
};

struct Timeouts {
    std::chrono::milliseconds login{10000};
    std::chrono::milliseconds request{30000};
};

// What the answers of one session may hold in memory before they are handed over, counted by retainedOctets(). A router's longest answer, a
// hundred thousand connections, is a fifth of it.
constexpr std::size_t kAnswerOctets = 256u << 20;

// Memory a row takes, as near as can be counted: its attributes and what their texts hold beyond the object.
[[nodiscard]] std::size_t retainedOctets(const core::model::Row& row);

class Session : public QObject {
    Q_OBJECT
public:
    explicit Session(Timeouts timeouts, QObject* parent);

    // Connects and logs in. Once only.
    virtual QCoro::Task<core::base::Result<void>> open(std::string user, std::string password) = 0;

    // The request is on its way when this returns. Its tag is set here. Rows have the API's property names and spellings.
    virtual QCoro::Task<core::base::Result<Answer>> request(core::model::Request request, std::chrono::milliseconds timeout) = 0;
    QCoro::Task<core::base::Result<Answer>> request(core::model::Request request);

    // A command that answers until it is cancelled (monitor-traffic, listen). onRow for each row; onEnd once, with the reason when it was
    // not cancel(). Both may be called before any later statement of the caller's slot runs, never before this returns.
    using RowHandler = std::function<void(const core::model::Row&)>;
    using EndHandler = std::function<void(const core::base::Result<void>&)>;
    virtual std::string stream(core::model::Request request, RowHandler onRow, EndHandler onEnd) = 0;
    // Takes what stream() returned. Rows already on their way are dropped.
    virtual void cancel(const std::string& streamTag) = 0;

    // Ends the conversation without closed().
    virtual void close() = 0;

    [[nodiscard]] virtual bool isOpen() const = 0;
    [[nodiscard]] virtual Security security() const = 0;
    [[nodiscard]] virtual std::string peer() const = 0;
    // Who the peer proved to be; kind None before that, and where nothing proves anything.
    [[nodiscard]] virtual PeerIdentity identity() const = 0;
    // Set when open() failed because the peer is another one than before.
    [[nodiscard]] virtual std::optional<PeerChange> peerChange() const = 0;

Q_SIGNALS:
    // An open conversation ended by itself. Comes after every open request was answered.
    void closed(const core::base::Error& error);

protected:
    Timeouts timeouts_;
};

// The router does not have this menu or command (older version, package missing, less hardware).
bool isNoSuchCommand(const core::base::Error& error);

// What is said when the peer is another one than before: both fingerprints, and what to do.
core::base::Error peerChangedError(const std::string& peer, const PeerChange& change);

} // namespace core::link
