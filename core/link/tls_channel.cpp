#include "core/link/tls_channel.h"

#include "core/link/session.h"

#include <QCryptographicHash>
#include <QDateTime>
#include <QSslCertificate>
#include <QSslConfiguration>
#include <QSslSocket>

namespace core::link {
namespace {

PeerIdentity identityOf(const QSslCertificate& certificate) {
    if (certificate.isNull()) {
        return {};
    }
    const QString name = certificate.subjectInfo(QSslCertificate::CommonName).join(u' ');
    return {PeerIdentity::Kind::Certificate, certificate.digest(QCryptographicHash::Sha256).toHex().toStdString(),
            "CN=" + name.toStdString() + ", valid until " + certificate.expiryDate().toString(QStringLiteral("yyyy-MM-dd")).toStdString()};
}

} // namespace

TlsChannel::TlsChannel(QString host, quint16 port, TlsTrust trust, std::chrono::milliseconds connectTimeout)
    : TlsChannel(std::make_unique<QSslSocket>(), std::move(host), port, std::move(trust), connectTimeout) {}

TlsChannel::TlsChannel(std::unique_ptr<QSslSocket> socket, QString host, quint16 port, TlsTrust trust,
                       std::chrono::milliseconds connectTimeout)
    : SocketChannel(std::move(socket), std::move(host), port, connectTimeout)
    , tls_(static_cast<QSslSocket*>(&this->socket()))
    , trust_(std::move(trust)) {
    // Whether an unknown signer is bearable is decided in judgePeer(), before any octet is sent.
    connect(tls_, &QSslSocket::sslErrors, this, [this] { tls_->ignoreSslErrors(); });
    connect(tls_, &QSslSocket::encrypted, this, &TlsChannel::judgePeer);
}

void TlsChannel::startConnecting() {
    const bool anonymous = trust_.allowAnonymous && trust_.pinned.empty();
    QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
    // TLS 1.3 has no anonymous suites; old routers have keys OpenSSL refuses above security level 0.
    configuration.setProtocol(anonymous ? QSsl::TlsV1_2 : QSsl::TlsV1_2OrLater);
    configuration.setBackendConfigurationOption("CipherString",
                                                anonymous ? QByteArray("HIGH:+aNULL:@SECLEVEL=0") : QByteArray("HIGH:!aNULL:@SECLEVEL=0"));
    configuration.setPeerVerifyMode(QSslSocket::QueryPeer);
    tls_->setSslConfiguration(configuration);
    tls_->connectToHostEncrypted(host(), port());
}

void TlsChannel::judgePeer() {
    identity_ = identityOf(tls_->peerCertificate());
    const bool hasCertificate = identity_.kind != PeerIdentity::Kind::None;
    if (hasCertificate && tls_->sslHandshakeErrors().isEmpty()) {
        security_ = Security::Verified;
    } else if (hasCertificate && identity_.fingerprint == trust_.pinned) {
        security_ = Security::Pinned;
    } else if (!trust_.pinned.empty()) {
        change_ = PeerChange{trust_.pinned, identity_};
        fail(peerChangedError(peer(), *change_));
        return;
    }
    becomeOpen();
}

core::base::Error TlsChannel::describeError(QAbstractSocket::SocketError error) const {
    if (error == QAbstractSocket::SslHandshakeFailedError) {
        const std::string remedy =
            trust_.allowAnonymous
                ? "Check the port (api-ssl is 8729 by default)."
                : "Check the port (api-ssl is 8729 by default). A router whose api-ssl service has no certificate offers "
                  "anonymous TLS only: give it one (/ip service set api-ssl certificate=…), or allow anonymous TLS for this router.";
        return {core::base::ErrorCode::Protocol, peer() + " does not agree on TLS. " + remedy, tls_->errorString().toStdString()};
    }
    return SocketChannel::describeError(error);
}

} // namespace core::link
