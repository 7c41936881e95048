// Session over the router's SSH console: what SshSession answers has the same rows as ApiSession's.
//
//   SshSession session({.host = u"192.168.88.1"_qs, .port = 22}, {.knownHosts = path});
//   Result<void> in = co_await session.open("admin", password);
//
// Every request runs as one command in an exec channel of its own, up to four at a time (see cli_command.h for the lines). A key file, the
// SSH agent and the password are tried in this order. The host key is remembered at first sight; another one does not open, see
// peerChange(). Streams are the command asked again once a second. Not over SSH: listen, safe mode (Unsupported, with the reason).
//
// Memory: output of one command up to kSshOutputOctets (64 MiB), of four commands at a time. GUI thread; libssh waits in a thread of its
// own.
#pragma once

#include "core/base/completion.h"
#include "core/link/cli_command.h"
#include "core/link/session.h"
#include "core/link/ssh_options.h"

#include <QDeadlineTimer>
#include <QString>
#include <QTimer>
#include <map>
#include <memory>

namespace core::link {

class SshSocket;
class SshWorker;
struct SshOpened;

struct SshAddress {
    QString host;
    quint16 port = 22;
};

class SshSession final : public Session {
    Q_OBJECT
public:
    SshSession(SshAddress address, SshOptions options, Timeouts timeouts = {}, QObject* parent = nullptr);
    ~SshSession() override;

    QCoro::Task<core::base::Result<void>> open(std::string user, std::string password) override;
    using Session::request;
    QCoro::Task<core::base::Result<Answer>> request(core::model::Request request, std::chrono::milliseconds timeout) override;
    std::string stream(core::model::Request request, RowHandler onRow, EndHandler onEnd) override;
    void cancel(const std::string& streamTag) override;
    void close() override;

    [[nodiscard]] bool isOpen() const override { return state_ == State::LoggedIn; }
    // Pinned once the host key was seen before; Unverified at first sight.
    [[nodiscard]] Security security() const override { return knownBefore_ ? Security::Pinned : Security::Unverified; }
    [[nodiscard]] std::string peer() const override;
    [[nodiscard]] PeerIdentity identity() const override { return identity_; }
    [[nodiscard]] std::optional<PeerChange> peerChange() const override { return change_; }

private:
    enum class State { New, Opening, LoggingIn, LoggedIn, Closed };
    struct Pending {
        std::string path;
        core::base::Completion<core::base::Result<std::string>> done;
        QDeadlineTimer deadline;
    };
    struct Stream {
        core::model::Request request;
        RowHandler onRow;
        EndHandler onEnd;
    };

    void startWorker(std::string user, std::string password);
    void takeLogin(SshOpened opened);
    core::base::Completion<core::base::Result<std::string>> run(std::string path, std::string line, QDeadlineTimer deadline);
    void finish(std::uint64_t id, core::base::Result<std::string> output);
    QCoro::Task<void> askDialect();
    QCoro::Task<void> repeat(std::string tag);
    void expire();
    void armTimer();
    void end(core::base::Error error, bool tell);

    SshAddress address_;
    SshOptions options_;
    std::unique_ptr<SshSocket> socket_;
    std::unique_ptr<SshWorker> worker_;
    std::shared_ptr<struct SshMailbox> mailbox_;
    State state_ = State::New;
    core::base::Completion<core::base::Result<void>> opened_;
    PeerIdentity identity_;
    std::optional<PeerChange> change_;
    bool knownBefore_ = false;
    bool json_ = false;                    // :serialize is there
    std::map<std::string, CliForm> forms_; // that worked, by menu
    std::uint64_t lastId_ = 0;
    std::map<std::uint64_t, Pending> pending_;
    std::map<std::string, Stream> streams_;
    QTimer timer_;
};

} // namespace core::link
