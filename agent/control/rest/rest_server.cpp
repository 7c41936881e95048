#include "agent/control/rest/rest_server.h"

#include "agent/control/rest/http_listener.h"

#include <QHostAddress>
#include <QHttpServerRequest>
#include <QSslCertificate>
#include <QSslConfiguration>
#include <QSslKey>
#include <QUrlQuery>

#include <algorithm>

namespace agent::control {

using core::base::ErrorCode;
using core::base::fail;
using core::base::Nanos;

namespace {

constexpr QLatin1String kRoot("/rest");

HttpMethod methodOf(QHttpServerRequest::Method method) {
    switch (method) {
    case QHttpServerRequest::Method::Get:
        return HttpMethod::Get;
    case QHttpServerRequest::Method::Put:
        return HttpMethod::Put;
    case QHttpServerRequest::Method::Patch:
        return HttpMethod::Patch;
    case QHttpServerRequest::Method::Delete:
        return HttpMethod::Delete;
    case QHttpServerRequest::Method::Post:
        return HttpMethod::Post;
    default:
        return HttpMethod::Other;
    }
}

HttpRequest plainRequest(const QHttpServerRequest& request) {
    HttpRequest http;
    http.method = methodOf(request.method());
    http.path = request.url().path(QUrl::FullyDecoded).mid(kRoot.size()).toStdString();
    while (http.path.ends_with('/')) {
        http.path.pop_back();
    }
    for (const auto& [name, value] : request.query().queryItems(QUrl::FullyDecoded)) {
        http.query.push_back({name.toStdString(), value.toStdString()});
    }
    http.contentType = request.value("Content-Type").toStdString();
    http.body = request.body().toStdString();
    return http;
}

// The whole answer in one write.
void write(QTcpSocket* socket, const HttpAnswer& answer) {
    QByteArray head = "HTTP/1.1 " + QByteArray::number(answer.status) + " " + QByteArray(statusText(answer.status).data()) + "\r\n";
    if (answer.status == 401) {
        head += "WWW-Authenticate: Basic realm=\"Pathscope\"\r\n";
    }
    if (!answer.body.empty()) {
        head += "Content-Type: application/json\r\n";
    }
    if (answer.status != 204) {
        head += "Content-Length: " + QByteArray::number(static_cast<qulonglong>(answer.body.size())) + "\r\n";
    }
    head += "Cache-Control: no-store\r\n\r\n";
    socket->write(head + QByteArray::fromStdString(answer.body));
}

} // namespace

RestServer::RestServer(ControlPlane& plane, RestServerOptions options, QObject* parent)
    : QAbstractHttpServer(parent)
    , plane_(plane)
    , options_(options)
    , listener_(new HttpListener(this)) {
    plane_.context().sessions.setLimit("rest-api", options_.maxSessions);
    timer_.setSingleShot(true);
    timer_.setTimerType(Qt::PreciseTimer);
    connect(&timer_, &QTimer::timeout, this, &RestServer::wake);
}

RestServer::~RestServer() {
    for (const Running& running : running_) {
        plane_.context().sessions.close(running.session);
    }
}

core::base::Result<std::uint16_t> RestServer::listen(const QHostAddress& address, std::uint16_t port, std::string_view certificatePem,
                                                     std::string_view keyPem) {
    const auto chain = QSslCertificate::fromData(QByteArray(certificatePem.data(), static_cast<qsizetype>(certificatePem.size())));
    const QByteArray keyText(keyPem.data(), static_cast<qsizetype>(keyPem.size()));
    QSslKey key(keyText, QSsl::Ec);
    key = key.isNull() ? QSslKey(keyText, QSsl::Rsa) : key;
    if (chain.isEmpty() || key.isNull()) {
        return fail(ErrorCode::InvalidInput,
                    "HTTPS needs a PEM certificate and its unencrypted key (EC or RSA). Give --certificate and --key other files.");
    }
    QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
    configuration.setLocalCertificateChain(chain);
    configuration.setPrivateKey(key);
    configuration.setProtocol(QSsl::TlsV1_2OrLater);
    configuration.setPeerVerifyMode(QSslSocket::VerifyNone);
    listener_->setSslConfiguration(configuration);
    if (listener_->listen(address, port)) {
        bind(listener_);
        return listener_->serverPort();
    }
    const std::string where = address.toString().toStdString() + " port " + std::to_string(port);
    const std::string cause = listener_->errorString().toStdString();
    switch (listener_->serverError()) {
    case QAbstractSocket::AddressInUseError:
        return fail(ErrorCode::AddressInUse, "Cannot listen on " + where + ": another program has it. Use --rest-port 0 for any free port.",
                    cause);
    case QAbstractSocket::SocketAccessError:
        return fail(ErrorCode::PermissionDenied,
                    "Cannot listen on " + where + ": ports below 1024 need privileges. Use another --rest-port.", cause);
    default:
        return fail(ErrorCode::Io, "Cannot listen on " + where + ". Check --api-address.", cause);
    }
}

bool RestServer::handleRequest(const QHttpServerRequest& request, QTcpSocket* socket) {
    listener_->completed(socket);
    if (isServing(socket)) {
        socket->abort(); // the next request before the answer to the last one: answers would lose their order
        return true;
    }
    serve(request, socket);
    return true;
}

void RestServer::missingHandler(const QHttpServerRequest&, QTcpSocket* socket) {
    write(socket, errorAnswer(404));
}

bool RestServer::isServing(const QTcpSocket* socket) const {
    return std::any_of(running_.begin(), running_.end(), [&](const Running& running) { return running.socket == socket; });
}

Outcome<User> RestServer::authenticate(const QHttpServerRequest& request, const std::string& address) {
    Context& context = plane_.context();
    const QByteArray header = request.value("Authorization");
    const QByteArray scheme("Basic ");
    const bool basic = header.left(scheme.size()).compare(scheme, Qt::CaseInsensitive) == 0;
    if (!basic) {
        return tl::unexpected(core::model::Trap{{}, {}});
    }
    const std::string pair = QByteArray::fromBase64(header.mid(scheme.size()).trimmed()).toStdString();
    const std::size_t colon = pair.find(':');
    const std::string name = pair.substr(0, colon);
    auto user = context.accounts.login(name, colon == std::string::npos ? std::string() : pair.substr(colon + 1), address, "rest-api");
    if (!user) {
        context.note("system,error,critical", "login failure for user " + name + " from " + address + " via rest-api");
    }
    return user;
}

void RestServer::serve(const QHttpServerRequest& request, QTcpSocket* socket) {
    const QString path = request.url().path();
    if (path != kRoot && !path.startsWith(QString(kRoot) + QChar(u'/'))) {
        write(socket, errorAnswer(404));
        return;
    }
    Context& context = plane_.context();
    const std::string address = request.remoteAddress().toString().toStdString();
    auto user = authenticate(request, address);
    if (!user) {
        write(socket, errorAnswer(401, user.error().message));
        return;
    }
    auto call = readCall(plainRequest(request));
    if (!call) {
        write(socket, call.error());
        return;
    }
    const std::string since = dateText(context.wallClock.seconds()) + " " + timeText(context.wallClock.seconds());
    const auto session = context.sessions.open({user->name, address, "rest-api", user->group, since});
    if (!session) {
        write(socket, errorAnswer(503, "too many sessions"));
        return;
    }
    running_.push_back({socket, *session, std::make_unique<RestExchange>(context, Caller{std::move(*user), *session}, std::move(*call))});
    wake();
    Q_EMIT acted();
}

void RestServer::wake() {
    const Nanos now = plane_.context().clock.now();
    std::optional<Nanos> next;
    std::erase_if(running_, [&](Running& running) {
        running.exchange->poll(now);
        const HttpAnswer* answer = running.exchange->answer();
        if (answer && running.socket) {
            write(running.socket, *answer);
        }
        if (answer || !running.socket || running.socket->state() != QAbstractSocket::ConnectedState) {
            plane_.context().sessions.close(running.session); // also when the client has gone
            return true;
        }
        const Nanos due = running.exchange->due();
        next = !next || due < *next ? due : *next;
        return false;
    });
    if (next) {
        timer_.start(
            static_cast<int>(std::clamp<Nanos>((*next - now + core::base::kMillisecond - 1) / core::base::kMillisecond, 0, 3'600'000)));
    } else {
        timer_.stop();
    }
}

} // namespace agent::control
