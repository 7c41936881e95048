#include "core/link/tls_channel.h"

#include <QSslCertificate>
#include <QSslConfiguration>
#include <QSslSocket>

namespace core::link {

TlsChannel::TlsChannel(QString host, quint16 port, std::chrono::milliseconds connectTimeout)
    : TlsChannel(std::make_unique<QSslSocket>(), std::move(host), port, connectTimeout) {}

TlsChannel::TlsChannel(std::unique_ptr<QSslSocket> socket, QString host, quint16 port, std::chrono::milliseconds connectTimeout)
    : SocketChannel(std::move(socket), std::move(host), port, connectTimeout)
    , tls_(static_cast<QSslSocket*>(&this->socket())) {
    connect(tls_, &QSslSocket::sslErrors, this, [this] {
        verified_ = false;
        tls_->ignoreSslErrors();
    });
    connect(tls_, &QSslSocket::encrypted, this, [this] {
        verified_ = !tls_->peerCertificate().isNull() && tls_->sslHandshakeErrors().isEmpty();
        becomeOpen();
    });
}

void TlsChannel::startConnecting() {
    QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
    configuration.setProtocol(QSsl::TlsV1_2);
    configuration.setBackendConfigurationOption("CipherString", QByteArray("HIGH:+aNULL:@SECLEVEL=0"));
    configuration.setPeerVerifyMode(QSslSocket::QueryPeer);
    tls_->setSslConfiguration(configuration);
    tls_->connectToHostEncrypted(host(), port());
}

core::base::Error TlsChannel::describeError(QAbstractSocket::SocketError error) const {
    if (error == QAbstractSocket::SslHandshakeFailedError) {
        return {core::base::ErrorCode::Protocol,
                peer() + " does not speak TLS as the API does. Check the port (api-ssl is 8729 by default), or connect without TLS.",
                tls_->errorString().toStdString()};
    }
    return SocketChannel::describeError(error);
}

} // namespace core::link
