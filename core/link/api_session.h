// Session over a channel of the RouterOS API: many requests at once, told apart by tags.
//
//   ApiSession session(std::make_unique<SocketChannel>(u"192.168.88.1"_qs, 8728));
//   Result<void> in = co_await session.open("admin", password);
//   Result<Answer> rows = co_await session.request({"/interface", "print", {{".proplist", "name"}}});
//
// Replies of unknown kind or tag are ignored: the protocol grows. /quit and the commands that restart the router are done when the
// connection ends, because many routers hang up instead of answering.
//
// Memory: rows of all open requests together are kept up to answerLimit() (kAnswerOctets); the request that passes it is cancelled and
// fails with Protocol, the session stays. A sentence is bounded by the decoder (64 MiB, before the login 64 KiB), what waits unread in the
// socket by kReadBuffer. A request's deadline counts from its sending, however many rows come.
#pragma once

#include "core/base/completion.h"
#include "core/link/session.h"
#include "core/routeros/api/decoder.h"

#include <QDeadlineTimer>
#include <QTimer>
#include <map>
#include <memory>

namespace core::link {

class ApiSession final : public Session {
    Q_OBJECT
public:
    explicit ApiSession(std::unique_ptr<Channel> channel, Timeouts timeouts = {}, QObject* parent = nullptr);
    ~ApiSession() override;

    // Logs in with the password itself, and by challenge when the router turns out to be older than 6.43.
    QCoro::Task<core::base::Result<void>> open(std::string user, std::string password) override;
    using Session::request;
    QCoro::Task<core::base::Result<Answer>> request(core::model::Request request, std::chrono::milliseconds timeout) override;
    std::string stream(core::model::Request request, RowHandler onRow, EndHandler onEnd) override;
    void cancel(const std::string& streamTag) override;
    void close() override;

    void setAnswerLimit(std::size_t octets) { answerLimit_ = octets; }
    [[nodiscard]] std::size_t answerLimit() const { return answerLimit_; }
    // Of rows kept for requests not answered yet.
    [[nodiscard]] std::size_t heldOctets() const { return held_; }

    [[nodiscard]] bool isOpen() const override { return state_ == State::LoggedIn; }
    [[nodiscard]] Security security() const override { return channel_->security(); }
    [[nodiscard]] std::string peer() const override { return channel_->peer(); }
    [[nodiscard]] PeerIdentity identity() const override { return channel_->identity(); }
    [[nodiscard]] std::optional<PeerChange> peerChange() const override { return channel_->peerChange(); }

private:
    enum class State { New, Opening, LoggingIn, LoggedIn, Closed };
    struct Pending {
        std::string path; // "/interface/print"
        Answer answer;
        std::size_t octets = 0; // of answer's rows
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
    void keep(const std::string& tag, Pending& pending, core::model::Row row);
    void finish(const std::string& tag, core::base::Result<Answer> result);
    void sendCancel(const std::string& tag);
    void expire();
    void armTimer();
    void end(core::base::Error error, bool tell);

    std::unique_ptr<Channel> channel_;
    core::routeros::api::Decoder decoder_;
    State state_ = State::New;
    core::base::Completion<core::base::Result<void>> opened_;
    std::map<std::string, Pending> pending_;
    std::uint64_t lastTag_ = 0;
    std::size_t answerLimit_ = kAnswerOctets;
    std::size_t held_ = 0;
    QTimer timer_; // fires at the nearest deadline
};

} // namespace core::link
