// A logged-in conversation with a router: many requests at once on one channel, told apart by tags.
//
//   ApiSession session(std::make_unique<SocketChannel>(u"192.168.88.1"_qs, 8728));
//   Result<void> in = co_await session.open("admin", password);
//   Result<Answer> rows = co_await session.request({"/interface", "print", {{".proplist", "name"}}});
//
// Errors: what the channel and the login say; Refused when the router answered with a trap (cause is its own text); Timeout; Protocol when
// the bytes are not the API's; ConnectionLost for everything still open when the conversation ends; Cancelled when the session is destroyed
// or closed by its owner. Every request is answered exactly once, so no coroutine is left behind.
//
// After co_await on any of these the session may be gone if the result is an error; look at the result first.
// Replies of unknown kind or tag are ignored: the protocol grows. One thread, nothing blocks.
#pragma once

#include "core/base/completion.h"
#include "core/base/result.h"
#include "core/link/channel.h"
#include "core/model/request.h"
#include "core/routeros/api/decoder.h"

#include <QCoroTask>
#include <QDeadlineTimer>
#include <QObject>
#include <QTimer>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
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

class ApiSession : public QObject {
    Q_OBJECT
public:
    explicit ApiSession(std::unique_ptr<Channel> channel, Timeouts timeouts = {}, QObject* parent = nullptr);
    ~ApiSession() override;

    // Connects and logs in: with the password itself, and by challenge when the router turns out to be older than 6.43. Once only.
    QCoro::Task<core::base::Result<void>> open(std::string user, std::string password);

    // The request is on its way when this returns. Its tag is set here.
    QCoro::Task<core::base::Result<Answer>> request(core::model::Request request);
    QCoro::Task<core::base::Result<Answer>> request(core::model::Request request, std::chrono::milliseconds timeout);

    // A command that answers until it is cancelled (monitor-traffic, listen). onRow for each row; onEnd once, with the reason when it was
    // not cancel(). Both may be called before any later statement of the caller's slot runs, never before this returns.
    using RowHandler = std::function<void(const core::model::Row&)>;
    using EndHandler = std::function<void(const core::base::Result<void>&)>;
    std::string stream(core::model::Request request, RowHandler onRow, EndHandler onEnd);
    // Takes what stream() returned. Rows already on their way are dropped.
    void cancel(const std::string& streamTag);

    // Ends the conversation without closed().
    void close();

    [[nodiscard]] bool isOpen() const { return state_ == State::LoggedIn; }
    [[nodiscard]] Security security() const { return channel_->security(); }
    [[nodiscard]] std::string peer() const { return channel_->peer(); }

Q_SIGNALS:
    // An open conversation ended by itself. Comes after every open request was answered.
    void closed(const core::base::Error& error);

private:
    enum class State { New, Opening, LoggingIn, LoggedIn, Closed };
    struct Pending {
        std::string path; // "/interface/print"
        Answer answer;
        std::optional<core::model::Trap> trap;
        core::base::Completion<core::base::Result<Answer>> done;
        QDeadlineTimer deadline;
        bool isStream = false;
        RowHandler onRow;
        EndHandler onEnd;
    };

    std::string begin(core::model::Request request, Pending pending);
    void receive(const QByteArray& bytes);
    void handle(core::model::Reply reply);
    void finish(const std::string& tag, core::base::Result<Answer> result);
    void expire();
    void armTimer();
    void end(core::base::Error error, bool tell);

    std::unique_ptr<Channel> channel_;
    Timeouts timeouts_;
    core::routeros::api::Decoder decoder_;
    State state_ = State::New;
    core::base::Completion<core::base::Result<void>> opened_;
    std::map<std::string, Pending> pending_;
    std::uint64_t lastTag_ = 0;
    QTimer timer_; // fires at the nearest deadline
};

// The router does not have this menu or command (older version, package missing, less hardware).
bool isNoSuchCommand(const core::base::Error& error);

} // namespace core::link
