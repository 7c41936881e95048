#include "agent/control/api/api_session.h"

#include "core/routeros/api/reply_codec.h"
#include "core/routeros/api/request_codec.h"

#include <QHostAddress>
#include <QTcpSocket>

namespace agent::control {

namespace api = core::routeros::api;
using core::model::Reply;
using core::model::ReplyKind;
using core::model::Request;

namespace {

constexpr qint64 kCongested = 1 << 20;   // octets waiting to be sent
constexpr qint64 kReadBuffer = 256 << 10;
constexpr int kStallMs = 30'000;         // a reader that takes nothing for so long is cut off
constexpr int kApiCategory = 5;          // "API failure"

} // namespace

ApiSession::ApiSession(QTcpSocket* socket, Context& context, const UserBook& users, ConversationOptions options, QObject* parent)
    : QObject(parent), socket_(socket), context_(context), users_(users), options_(options), address_(socket->peerAddress().toString().toStdString()) {
    socket_->setParent(this);
    socket_->setReadBufferSize(kReadBuffer);
    socket_->setSocketOption(QAbstractSocket::LowDelayOption, 1);
    stalled_.setSingleShot(true);
    stalled_.setInterval(kStallMs);
    connect(&stalled_, &QTimer::timeout, socket_, &QTcpSocket::abort);
    connect(socket_, &QTcpSocket::readyRead, this, &ApiSession::readSocket);
    connect(socket_, &QTcpSocket::bytesWritten, this, &ApiSession::drained);
    connect(socket_, &QTcpSocket::disconnected, this, &ApiSession::closed);
}

ApiSession::~ApiSession() {
    // Its signals would reach a half-destroyed session.
    socket_->disconnect(this);
    if (conversation_) {
        context_.note("system,info,account", "user " + conversation_->user().name + " logged out from " + address_ + " via api");
    }
}

void ApiSession::readSocket() {
    // A reader that does not take its answers gets no further ones: what it asks stays where it is, and TCP holds it back.
    while (!closing_ && !congested()) {
        api::Sentence sentence;
        switch (decoder_.next(sentence)) {
        case api::Decoder::Status::Done: handle(sentence); break;
        case api::Decoder::Status::Error: closeWith(decoder_.error().text); break;
        case api::Decoder::Status::NeedMore: {
            const QByteArray bytes = socket_->read(16 << 10);
            if (bytes.isEmpty()) {
                return;
            }
            decoder_.feed({bytes.constData(), static_cast<std::size_t>(bytes.size())});
        }
        }
    }
}

void ApiSession::handle(const api::Sentence& sentence) {
    const auto request = api::decodeRequest(sentence);
    if (!request) {
        if (!conversation_) {
            closeWith("not logged in");
            return;
        }
        send({ReplyKind::Trap, api::tagOf(sentence), {}, {kApiCategory, request.error().text}});
        send({ReplyKind::Done, api::tagOf(sentence), {}, {}});
        return;
    }
    const bool root = request->menu.empty();
    if (root && request->verb == "quit") {
        closeWith("session terminated on request");
        return;
    }
    if (root && request->verb == "login") {
        login(*request);
        return;
    }
    if (!conversation_) {
        closeWith("not logged in");
        return;
    }
    conversation_->submit(*request);
    Q_EMIT acted();
}

void ApiSession::login(const Request& request) {
    const std::string name(request.argument("name").value_or(std::string_view()));
    auto user = users_.login(name, request.argument("password").value_or(std::string_view()));
    if (!user) {
        context_.note("system,error,critical", "login failure for user " + name + " from " + address_ + " via api");
        send({ReplyKind::Trap, request.tag, {}, {{}, "invalid user name or password (6)"}});
        send({ReplyKind::Done, request.tag, {}, {}});
        return;
    }
    context_.note("system,info,account", "user " + name + " logged in from " + address_ + " via api");
    since_ = dateText(context_.wallClock.seconds()) + " " + timeText(context_.wallClock.seconds());
    decoder_.setLimits({});
    ReplySink& sink = *this; // the base is private
    conversation_ = std::make_unique<Conversation>(context_, std::move(*user), sink, options_);
    send({ReplyKind::Done, request.tag, {}, {}});
}

void ApiSession::closeWith(const std::string& reason) {
    send({ReplyKind::Fatal, {}, {}, {{}, reason}});
    closing_ = true;
    socket_->disconnectFromHost();
}

void ApiSession::send(const Reply& reply) {
    if (closing_ || socket_->state() != QAbstractSocket::ConnectedState) {
        return;
    }
    const std::string bytes = api::encodeSentence(api::encode(reply));
    socket_->write(bytes.data(), static_cast<qint64>(bytes.size()));
    if (congested() && !stalled_.isActive()) {
        stalled_.start();
    }
}

bool ApiSession::congested() const { return socket_->bytesToWrite() > kCongested; }

void ApiSession::drained() {
    if (congested()) {
        stalled_.start(); // it takes something: start counting again
        return;
    }
    stalled_.stop();
    readSocket();
}

void ApiSession::poll(core::base::Nanos now) {
    if (conversation_) {
        conversation_->poll(now);
    }
}

std::optional<core::base::Nanos> ApiSession::due() const { return conversation_ ? conversation_->due() : std::nullopt; }

std::optional<ActiveUser> ApiSession::activeUser() const {
    if (!conversation_) {
        return std::nullopt;
    }
    return ActiveUser{conversation_->user().name, address_, "api", std::string(groupName(conversation_->user().group)), since_};
}

} // namespace agent::control
