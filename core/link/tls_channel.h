// Channel over TLS, as api-ssl (8729) speaks it.
//
// A router without a certificate offers anonymous Diffie-Hellman only, which TLS 1.3 does not have and OpenSSL refuses above security
// level 0; so the channel speaks TLS 1.2, prefers suites with a certificate and takes anonymous ones last. A certificate that
// cannot be verified does not end the connection: security() says Unverified, and the user is told.
#pragma once

#include "core/link/socket_channel.h"

class QSslSocket;

namespace core::link {

class TlsChannel final : public SocketChannel {
    Q_OBJECT
public:
    TlsChannel(QString host, quint16 port, std::chrono::milliseconds connectTimeout = kConnectTimeout);

    [[nodiscard]] Security security() const override { return verified_ ? Security::Verified : Security::Unverified; }

private:
    TlsChannel(std::unique_ptr<QSslSocket> socket, QString host, quint16 port, std::chrono::milliseconds connectTimeout);
    void startConnecting() override;
    [[nodiscard]] core::base::Error describeError(QAbstractSocket::SocketError error) const override;

    QSslSocket* tls_; // the socket of the base
    bool verified_ = false;
};

} // namespace core::link
