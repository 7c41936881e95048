#include "agent/control/api/api_session.h"

#include "core/routeros/api/challenge.h"
#include "core/routeros/api/reply_codec.h"
#include "core/routeros/api/request_codec.h"

#include <QRandomGenerator>

namespace agent::control {

namespace api = core::routeros::api;
using core::model::Reply;
using core::model::ReplyKind;
using core::model::Request;

namespace {

constexpr qint64 kCongested = 1 << 20; // octets waiting to be sent
constexpr int kStallMs = 30'000;       // a reader that takes nothing for so long is cut off
constexpr int kApiCategory = 5;        // "API failure"
constexpr int kFarewellMs = 5'000;     // how long a reader may take over our last words

std::string randomChallenge() {
    std::array<std::uint32_t, 4> octets{};
    QRandomGenerator::system()->generate(octets.begin(), octets.end());
    return QByteArray(reinterpret_cast<const char*>(octets.data()), sizeof octets).toHex().toStdString();
}

} // namespace

ApiSession::ApiSession(Transport* transport, Context& context, ApiSessionOptions options, QObject* parent)
    : QObject(parent)
    , transport_(transport)
    , context_(context)
    , options_(std::move(options))
    , address_(transport->peerAddress()) {
    transport_->setParent(this);
    stalled_.setSingleShot(true);
    stalled_.setInterval(kStallMs);
    loginTimer_.setSingleShot(true);
    connect(&stalled_, &QTimer::timeout, transport_, &Transport::abort);
    connect(&loginTimer_, &QTimer::timeout, this, [this] { refuse("login timed out"); });
    connect(transport_, &Transport::readable, this, &ApiSession::readTransport);
    connect(transport_, &Transport::progressed, this, &ApiSession::progressed);
    connect(transport_, &Transport::closed, this, &ApiSession::closed);
    loginTimer_.start(options_.loginTime);
}

ApiSession::~ApiSession() {
    transport_->disconnect(this); // its signals would reach a half-destroyed session
    leave();
}

void ApiSession::leave() {
    if (conversation_) {
        context_.sessions.close(conversation_->caller().session);
        context_.note("system,info,account",
                      "user " + conversation_->user().name + " logged out from " + address_ + " via " + options_.via);
        conversation_.reset();
    }
}

void ApiSession::readTransport() {
    // A reader that does not take its answers gets no further ones: what it asks stays where it is, and TCP holds it back.
    while (!closing_ && !congested()) {
        api::Sentence sentence;
        switch (decoder_.next(sentence)) {
        case api::Decoder::Status::Done:
            handle(sentence);
            break;
        case api::Decoder::Status::Error:
            refuse(decoder_.error().text);
            break;
        case api::Decoder::Status::NeedMore: {
            const QByteArray bytes = transport_->read(16 << 10);
            if (bytes.isEmpty()) {
                transport_->flush();
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
            refuse("not logged in");
            return;
        }
        send({ReplyKind::Trap, api::tagOf(sentence), {}, {kApiCategory, request.error().text}});
        send({ReplyKind::Done, api::tagOf(sentence), {}, {}});
        return;
    }
    const bool root = request->menu.empty();
    if (root && request->verb == "quit") {
        refuse("session terminated on request");
        return;
    }
    if (root && request->verb == "login") {
        login(*request);
        return;
    }
    if (!conversation_) {
        refuse("not logged in");
        return;
    }
    conversation_->submit(*request);
    Q_EMIT acted();
}

void ApiSession::login(const Request& request) {
    if (options_.legacyLogin && !request.argument("name")) {
        offerChallenge(request.tag);
        return;
    }
    const std::string name(request.argument("name").value_or(std::string_view()));
    auto user = authenticate(request);
    if (!user) {
        context_.note("system,error,critical", "login failure for user " + name + " from " + address_ + " via " + options_.via);
        send({ReplyKind::Trap, request.tag, {}, {{}, user.error().message}});
        send({ReplyKind::Done, request.tag, {}, {}});
        return;
    }
    leave(); // a second login takes the first one's place
    const std::string since = dateText(context_.wallClock.seconds()) + " " + timeText(context_.wallClock.seconds());
    const auto session = context_.sessions.open({user->name, address_, options_.via, user->group, since});
    if (!session) {
        refuse("too many sessions");
        return;
    }
    context_.note("system,info,account", "user " + name + " logged in from " + address_ + " via " + options_.via);
    loginTimer_.stop();
    decoder_.setLimits({});
    ReplySink& sink = *this; // the base is private
    conversation_ = std::make_unique<Conversation>(context_, Caller{std::move(*user), *session}, sink, options_.conversation);
    send({ReplyKind::Done, request.tag, {}, {}});
}

Outcome<User> ApiSession::authenticate(const Request& request) {
    const std::string_view name = request.argument("name").value_or(std::string_view());
    const std::string challenge = std::exchange(challenge_, {}); // good for one answer
    const auto response = request.argument("response");
    if (!response || challenge.empty()) {
        return context_.accounts.login(name, request.argument("password").value_or(std::string_view()), address_, options_.via);
    }
    const std::optional<std::string> password = context_.accounts.passwordOf(name);
    const auto expected = api::challengeResponse(password.value_or(std::string()), challenge);
    const bool proven = password && expected && *expected == *response;
    return context_.accounts.admit(name, proven, address_, options_.via);
}

void ApiSession::offerChallenge(const std::string& tag) {
    challenge_ = randomChallenge();
    send({ReplyKind::Done, tag, {{"ret", challenge_}}, {}});
}

void ApiSession::refuse(const std::string& reason) {
    if (closing_) {
        return;
    }
    send({ReplyKind::Fatal, {}, {}, {{}, reason}});
    closing_ = true;
    loginTimer_.stop();
    stalled_.start(kFarewellMs); // whoever does not take it is cut off
    transport_->close();
}

void ApiSession::send(const Reply& reply) {
    if (closing_ || !transport_->isOpen()) {
        return;
    }
    transport_->write(api::encodeSentence(api::encode(reply)));
    if (congested() && !stalled_.isActive()) {
        stalled_.start(kStallMs);
    }
}

bool ApiSession::congested() const {
    return transport_->waiting() > kCongested;
}

void ApiSession::progressed() {
    if (closing_) {
        return;
    }
    if (congested()) {
        stalled_.start(kStallMs); // it takes something: start counting again
        return;
    }
    stalled_.stop();
    readTransport();
}

void ApiSession::poll(core::base::Nanos now) {
    if (conversation_) {
        conversation_->poll(now);
    }
}

std::optional<core::base::Nanos> ApiSession::due() const {
    return conversation_ ? conversation_->due() : std::nullopt;
}

} // namespace agent::control
