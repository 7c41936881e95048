#include "core/link/ssh_session.h"

#include "core/link/cli_text.h"
#include "core/link/ssh_socket.h"
#include "core/link/ssh_worker.h"

#include <QMetaObject>
#include <QPointer>
#include <algorithm>
#include <mutex>

namespace core::link {

using core::base::Error;
using core::base::ErrorCode;
using core::base::fail;
using core::base::Result;
using core::model::Request;

namespace {

constexpr auto kStreamInterval = std::chrono::seconds(1);

} // namespace

// Brings what the worker has to tell into the session's thread, while there is a session.
struct SshMailbox {
    std::mutex mutex;
    QObject* receiver = nullptr;

    void post(std::function<void()> what) {
        const std::lock_guard lock(mutex);
        if (receiver != nullptr) {
            QMetaObject::invokeMethod(receiver, std::move(what), Qt::QueuedConnection);
        }
    }
    void close() {
        const std::lock_guard lock(mutex);
        receiver = nullptr;
    }
};

SshSession::SshSession(SshAddress address, SshOptions options, Timeouts timeouts, QObject* parent)
    : Session(timeouts, parent)
    , address_(std::move(address))
    , options_(std::move(options))
    , socket_(std::make_unique<SshSocket>(address_.host, address_.port))
    , mailbox_(std::make_shared<SshMailbox>()) {
    mailbox_->receiver = this;
    timer_.setSingleShot(true);
    connect(&timer_, &QTimer::timeout, this, &SshSession::expire);
    connect(socket_.get(), &Channel::opened, this, [this] { opened_.resolve({}); });
    connect(socket_.get(), &Channel::closed, this, [this](const Error& error) { end(error, true); });
}

SshSession::~SshSession() {
    socket_->disconnect(this);
    end({ErrorCode::Cancelled, "The connection to " + peer() + " was closed.", {}}, false);
}

void SshSession::close() {
    end({ErrorCode::Cancelled, "The connection to " + peer() + " was closed.", {}}, false);
}

std::string SshSession::peer() const {
    return socket_->peer();
}

QCoro::Task<Result<void>> SshSession::open(std::string user, std::string password) {
    const QPointer<SshSession> self(this);
    state_ = State::Opening;
    socket_->open();
    const Result<void> connected = co_await opened_;
    if (!connected) {
        co_return tl::unexpected(connected.error());
    }
    opened_ = {};
    state_ = State::LoggingIn;
    startWorker(std::move(user), std::move(password));
    const Result<void> loggedIn = co_await opened_;
    if (!loggedIn) {
        if (self) {
            end(loggedIn.error(), false);
        }
        co_return tl::unexpected(loggedIn.error());
    }
    state_ = State::LoggedIn;
    co_await askDialect();
    if (!self || state_ != State::LoggedIn) {
        co_return fail(ErrorCode::ConnectionLost, "The SSH connection ended right after the login.");
    }
    co_return Result<void>{};
}

void SshSession::startWorker(std::string user, std::string password) {
    SshLogin login;
    login.descriptor = socket_->takeDescriptor();
    login.host = address_.host.toStdString();
    login.port = address_.port;
    login.user = std::move(user);
    login.password = std::move(password);
    login.options = options_;
    socket_->close(); // its copy; the connection lives on in the worker
    SshWorker::Handlers handlers;
    handlers.opened = [this](SshOpened opened) { takeLogin(std::move(opened)); };
    handlers.finished = [this](std::uint64_t id, Result<std::string> output) { finish(id, std::move(output)); };
    handlers.lost = [this](const Error& error) { end(error, true); };
    worker_ = std::make_unique<SshWorker>(std::move(login), std::move(handlers),
                                          [mailbox = mailbox_](std::function<void()> what) { mailbox->post(std::move(what)); });
    timer_.start(timeouts_.login);
}

void SshSession::takeLogin(SshOpened opened) {
    if (state_ != State::LoggingIn) {
        return;
    }
    timer_.stop();
    identity_ = opened.identity;
    change_ = opened.change;
    knownBefore_ = opened.knownBefore;
    opened_.resolve(std::move(opened.result));
}

// Whether values can be asked for as JSON.
QCoro::Task<void> SshSession::askDialect() {
    const QPointer<SshSession> self(this);
    const Result<std::string> version =
        co_await run("/system/resource", ":put [/system resource get version]", QDeadlineTimer(timeouts_.login));
    if (self && version && !cliComplaint(*version)) {
        json_ = hasSerialize(*version);
    }
}

QCoro::Task<Result<Answer>> SshSession::request(Request request, std::chrono::milliseconds timeout) {
    const std::string where = peer();
    if (state_ != State::LoggedIn) {
        co_return fail(ErrorCode::ConnectionLost, "There is no connection to " + where + ".");
    }
    if (std::string why = whyNotOverSsh(request); !why.empty()) {
        co_return fail(ErrorCode::Unsupported, std::move(why) + " Use the API for it.");
    }
    const QPointer<SshSession> self(this);
    const QDeadlineTimer deadline(timeout);
    const auto known = forms_.find(request.menu);
    CliForm form = known != forms_.end() ? known->second : firstForm(request);
    for (;;) {
        const CliCommand command = cliCommand(request, form, json_);
        const Result<std::string> output = co_await run(request.path(), command.line, deadline);
        if (!output) {
            co_return tl::unexpected(output.error());
        }
        Result<Answer> answer = cliAnswer(request, command, *output, where);
        const bool wrongForm = !answer && answer.error().code == ErrorCode::Refused && isSyntaxComplaint(answer.error().cause);
        const std::optional<CliForm> next = request.verb == "print" && wrongForm ? nextForm(form) : std::nullopt;
        if (!next || !self) {
            co_return answer;
        }
        form = *next;
        forms_[request.menu] = form;
    }
}

core::base::Completion<Result<std::string>> SshSession::run(std::string path, std::string line, QDeadlineTimer deadline) {
    core::base::Completion<Result<std::string>> done;
    if (state_ != State::LoggedIn) {
        done.resolve(fail(ErrorCode::ConnectionLost, "There is no connection to " + peer() + "."));
        return done;
    }
    const std::uint64_t id = ++lastId_;
    pending_.emplace(id, Pending{std::move(path), done, deadline});
    worker_->run(id, std::move(line));
    armTimer();
    return done;
}

void SshSession::finish(std::uint64_t id, Result<std::string> output) {
    const auto node = pending_.extract(id);
    if (!node.empty()) {
        armTimer();
        node.mapped().done.resolve(std::move(output));
    }
}

std::string SshSession::stream(Request request, RowHandler onRow, EndHandler onEnd) {
    const std::string tag = std::to_string(++lastId_);
    streams_.emplace(tag, Stream{std::move(request), std::move(onRow), std::move(onEnd)});
    QTimer::singleShot(0, this, [this, tag] { repeat(tag); });
    return tag;
}

QCoro::Task<void> SshSession::repeat(std::string tag) {
    const auto it = streams_.find(tag);
    if (it == streams_.end()) {
        co_return;
    }
    const QPointer<SshSession> self(this);
    Request question = it->second.request;
    const Result<Answer> answer = co_await request(std::move(question));
    if (!self || streams_.count(tag) == 0) {
        co_return;
    }
    if (!answer) {
        const Stream ended = std::move(streams_.at(tag));
        streams_.erase(tag);
        ended.onEnd(tl::unexpected(answer.error()));
        co_return;
    }
    const RowHandler onRow = streams_.at(tag).onRow;
    for (const core::model::Row& row : answer->rows) {
        onRow(row);
        if (!self || streams_.count(tag) == 0) {
            co_return;
        }
    }
    QTimer::singleShot(kStreamInterval, this, [this, tag] { repeat(tag); });
}

void SshSession::cancel(const std::string& streamTag) {
    streams_.erase(streamTag);
}

void SshSession::expire() {
    if (state_ == State::LoggingIn) {
        end({ErrorCode::Timeout, peer() + " did not complete the SSH login in time.", {}}, false);
        return;
    }
    const QPointer<SshSession> self(this);
    std::vector<std::uint64_t> late;
    for (const auto& [id, pending] : pending_) {
        if (pending.deadline.hasExpired()) {
            late.push_back(id);
        }
    }
    for (const std::uint64_t id : late) {
        const auto it = pending_.find(id);
        if (it == pending_.end()) {
            continue;
        }
        worker_->abandon(id);
        finish(id, fail(ErrorCode::Timeout, peer() + " did not answer " + it->second.path + " in time."));
        if (!self) {
            return;
        }
    }
    armTimer();
}

void SshSession::armTimer() {
    QDeadlineTimer nearest(QDeadlineTimer::Forever);
    for (const auto& [id, pending] : pending_) {
        nearest = std::min(nearest, pending.deadline);
    }
    if (nearest.isForever()) {
        timer_.stop();
    } else {
        timer_.start(static_cast<int>(nearest.remainingTime()));
    }
}

void SshSession::end(Error error, bool tell) {
    if (state_ == State::Closed) {
        return;
    }
    const QPointer<SshSession> self(this);
    const bool wasOpen = state_ == State::LoggedIn;
    state_ = State::Closed;
    timer_.stop();
    mailbox_->close();
    socket_->close();
    worker_.reset();
    auto pending = std::move(pending_);
    pending_.clear();
    const auto streams = std::move(streams_);
    streams_.clear();
    auto opened = opened_;
    opened.resolve(tl::unexpected(error));
    for (auto& [id, one] : pending) {
        one.done.resolve(tl::unexpected(error));
    }
    for (const auto& [tag, stream] : streams) {
        stream.onEnd(tl::unexpected(error));
    }
    if (self && tell && wasOpen) {
        Q_EMIT closed(error);
    }
}

} // namespace core::link
