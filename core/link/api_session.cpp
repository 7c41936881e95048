#include "core/link/api_session.h"

#include "core/link/login.h"
#include "core/routeros/api/challenge.h"
#include "core/routeros/api/reply_codec.h"
#include "core/routeros/api/request_codec.h"

#include <QPointer>
#include <algorithm>
#include <array>
#include <string_view>

namespace core::link {

using core::base::Error;
using core::base::ErrorCode;
using core::base::fail;
using core::base::Result;
using core::model::Reply;
using core::model::ReplyKind;
using core::model::Request;
using core::routeros::api::Decoder;
using core::routeros::api::Sentence;

namespace api = core::routeros::api;

namespace {

// Commands after which many routers hang up without a reply.
bool endsTheSession(std::string_view path) {
    constexpr std::array<std::string_view, 4> kPaths{"/quit", "/system/reboot", "/system/shutdown", "/system/package/update/install"};
    return std::find(kPaths.begin(), kPaths.end(), path) != kPaths.end();
}

} // namespace

ApiSession::ApiSession(std::unique_ptr<Channel> channel, Timeouts timeouts, QObject* parent)
    : Session(timeouts, parent)
    , channel_(std::move(channel))
    , decoder_(api::kBeforeLogin) {
    timer_.setSingleShot(true);
    connect(&timer_, &QTimer::timeout, this, &ApiSession::expire);
    connect(channel_.get(), &Channel::opened, this, [this] { opened_.resolve({}); });
    connect(channel_.get(), &Channel::received, this, &ApiSession::receive);
    connect(channel_.get(), &Channel::closed, this, [this](const Error& error) { end(error, true); });
}

ApiSession::~ApiSession() {
    channel_->disconnect(this);
    end({ErrorCode::Cancelled, "The connection to " + channel_->peer() + " was closed.", {}}, false);
}

void ApiSession::close() {
    end({ErrorCode::Cancelled, "The connection to " + channel_->peer() + " was closed.", {}}, false);
}

QCoro::Task<Result<void>> ApiSession::open(std::string user, std::string password) {
    const std::string peer = channel_->peer();
    state_ = State::Opening;
    channel_->open();
    const Result<void> opened = co_await opened_;
    if (!opened) {
        co_return tl::unexpected(opened.error());
    }

    state_ = State::LoggingIn;
    Request login{"", "login", {{"name", user}, {"password", password}}, {}, {}};
    Result<Answer> answer = co_await request(std::move(login), timeouts_.login);
    if (!answer) {
        co_return tl::unexpected(loginError(answer.error(), user, peer));
    }
    if (const std::string challenge = answer->ret(); !challenge.empty()) {
        const Result<std::string> response = api::challengeResponse(password, challenge);
        if (!response) {
            co_return tl::unexpected(response.error());
        }
        Request proof{"", "login", {{"name", user}, {"response", *response}}, {}, {}};
        Result<Answer> proven = co_await request(std::move(proof), timeouts_.login);
        if (!proven) {
            co_return tl::unexpected(loginError(proven.error(), user, peer));
        }
    }
    decoder_.setLimits({});
    state_ = State::LoggedIn;
    co_return Result<void>{};
}

QCoro::Task<Result<Answer>> ApiSession::request(Request request, std::chrono::milliseconds timeout) {
    if (state_ != State::LoggedIn && state_ != State::LoggingIn) {
        co_return fail(ErrorCode::ConnectionLost, "There is no connection to " + channel_->peer() + ".");
    }
    core::base::Completion<Result<Answer>> done;
    Pending pending;
    pending.done = done;
    pending.deadline = QDeadlineTimer(timeout);
    begin(std::move(request), std::move(pending));
    // The session may be gone from here on.
    Result<Answer> result = co_await done;
    co_return result;
}

std::string ApiSession::stream(Request request, RowHandler onRow, EndHandler onEnd) {
    Pending pending;
    pending.isStream = true;
    pending.onRow = std::move(onRow);
    pending.onEnd = std::move(onEnd);
    pending.deadline = QDeadlineTimer(QDeadlineTimer::Forever);
    return begin(std::move(request), std::move(pending));
}

void ApiSession::cancel(const std::string& streamTag) {
    if (pending_.erase(streamTag) > 0) {
        sendCancel(streamTag);
    }
}

void ApiSession::sendCancel(const std::string& tag) {
    if (state_ == State::LoggedIn) {
        Request cancelling{"", "cancel", {{"tag", tag}}, {}, {}};
        request(std::move(cancelling));
    }
}

std::string ApiSession::begin(Request request, Pending pending) {
    request.tag = std::to_string(++lastTag_);
    pending.path = request.path();
    const std::string tag = request.tag;
    pending_.emplace(tag, std::move(pending));
    armTimer();
    channel_->send(api::encodeSentence(api::encode(request)));
    return tag;
}

void ApiSession::receive(const QByteArray& bytes) {
    const QPointer<ApiSession> self(this);
    decoder_.feed({bytes.constData(), static_cast<std::size_t>(bytes.size())});
    Sentence sentence;
    while (state_ != State::Closed) {
        const Decoder::Status status = decoder_.next(sentence);
        if (status == Decoder::Status::NeedMore) {
            return;
        }
        if (status == Decoder::Status::Error) {
            end({ErrorCode::Protocol,
                 channel_->peer() + " sent something that is not the RouterOS API. Check the port (8728, with TLS 8729).",
                 decoder_.error().describe()},
                true);
            return;
        }
        if (auto reply = api::decodeReply(sentence)) {
            handle(std::move(*reply));
        }
        if (!self) {
            return;
        }
    }
}

void ApiSession::handle(Reply reply) {
    if (reply.kind == ReplyKind::Fatal) {
        end({ErrorCode::ConnectionLost, channel_->peer() + " ended the session.", reply.trap.message}, true);
        return;
    }
    const auto it = pending_.find(reply.tag);
    if (it == pending_.end()) {
        return; // cancelled or timed out
    }
    Pending& pending = it->second;
    switch (reply.kind) {
    case ReplyKind::Row:
        if (pending.isStream) {
            const RowHandler onRow = pending.onRow; // it may cancel the stream it is called from
            onRow(reply.row);
        } else {
            keep(reply.tag, pending, std::move(reply.row));
        }
        break;
    case ReplyKind::Trap:
        if (!pending.trap) {
            pending.trap = std::move(reply.trap);
        }
        break;
    case ReplyKind::Done:
        pending.answer.done = std::move(reply.row);
        if (pending.trap) {
            finish(reply.tag, fail(ErrorCode::Refused, channel_->peer() + " refused " + pending.path + ".", pending.trap->message));
        } else {
            finish(reply.tag, std::move(pending.answer));
        }
        break;
    case ReplyKind::Empty:
    case ReplyKind::Fatal:
        break;
    }
}

void ApiSession::keep(const std::string& tag, Pending& pending, core::model::Row row) {
    const std::size_t octets = retainedOctets(row);
    if (held_ + octets > answerLimit_) {
        const QPointer<ApiSession> self(this);
        finish(tag, fail(ErrorCode::Protocol, channel_->peer() + " answered " + pending.path + " with more than " +
                                                  std::to_string(answerLimit_ >> 20) +
                                                  " MiB, which is not kept. Ask for fewer rows or properties."));
        if (self) {
            sendCancel(tag);
        }
        return;
    }
    held_ += octets;
    pending.octets += octets;
    pending.answer.rows.push_back(std::move(row));
}

void ApiSession::finish(const std::string& tag, Result<Answer> result) {
    auto node = pending_.extract(tag);
    armTimer();
    Pending& pending = node.mapped();
    held_ -= pending.octets;
    if (pending.isStream) {
        pending.onEnd(result ? Result<void>{} : Result<void>(tl::unexpected(result.error())));
    } else {
        pending.done.resolve(std::move(result));
    }
}

void ApiSession::expire() {
    const QPointer<ApiSession> self(this);
    std::vector<std::string> late;
    for (const auto& [tag, pending] : pending_) {
        if (pending.deadline.hasExpired()) {
            late.push_back(tag);
        }
    }
    for (const std::string& tag : late) {
        const auto it = pending_.find(tag);
        if (it == pending_.end()) {
            continue;
        }
        const bool hadRows = !it->second.answer.rows.empty(); // and may go on with them
        finish(tag, fail(ErrorCode::Timeout, channel_->peer() + " did not answer " + it->second.path + " in time."));
        if (!self) {
            return;
        }
        if (hadRows) {
            sendCancel(tag);
        }
    }
    armTimer();
}

void ApiSession::armTimer() {
    QDeadlineTimer nearest(QDeadlineTimer::Forever);
    for (const auto& [tag, pending] : pending_) {
        nearest = std::min(nearest, pending.deadline);
    }
    if (nearest.isForever()) {
        timer_.stop();
    } else {
        timer_.start(static_cast<int>(nearest.remainingTime()));
    }
}

void ApiSession::end(Error error, bool tell) {
    if (state_ == State::Closed) {
        return;
    }
    const QPointer<ApiSession> self(this);
    const bool wasOpen = state_ == State::LoggedIn;
    state_ = State::Closed;
    timer_.stop();
    channel_->close();
    const std::map<std::string, Pending> open = std::move(pending_);
    pending_.clear();
    held_ = 0;
    auto opened = opened_;
    opened.resolve(tl::unexpected(error));
    for (const auto& [tag, pending] : open) {
        if (pending.isStream) {
            pending.onEnd(tl::unexpected(error));
        } else {
            auto done = pending.done;
            done.resolve(endsTheSession(pending.path) && error.code == ErrorCode::ConnectionLost ? Result<Answer>(Answer{})
                                                                                                 : tl::unexpected(error));
        }
    }
    if (self && tell && wasOpen) {
        Q_EMIT closed(error);
    }
}

} // namespace core::link
