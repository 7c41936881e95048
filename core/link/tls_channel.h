// Channel over TLS, as api-ssl (8729) speaks it.
//
//   TlsChannel channel(u"192.168.88.1"_qs, 8729, {.pinned = endpoint.fingerprint});
//
// A certificate that a known authority signed for this host is believed. Any other is believed when it is the pinned one; without a pin it
// is taken at first sight, security() says Unverified, and identity() is what to pin. Another one than the pinned does not open: closed()
// comes with PermissionDenied, peerChange() holds both fingerprints, and nothing was sent.
//
// A router whose api-ssl has no certificate offers anonymous Diffie-Hellman only. That is spoken only when allowed: it needs TLS 1.2 and
// OpenSSL's security level 0, and proves nothing about the peer.
#pragma once

#include "core/link/socket_channel.h"

class QSslSocket;

namespace core::link {

struct TlsTrust {
    std::string pinned;          // SHA-256 of the certificate in hex; empty: none yet
    bool allowAnonymous = false; // also without any certificate; never when something is pinned
};

class TlsChannel final : public SocketChannel {
    Q_OBJECT
public:
    TlsChannel(QString host, quint16 port, TlsTrust trust = {}, std::chrono::milliseconds connectTimeout = kConnectTimeout);

    [[nodiscard]] Security security() const override { return security_; }
    [[nodiscard]] PeerIdentity identity() const override { return identity_; }
    [[nodiscard]] std::optional<PeerChange> peerChange() const override { return change_; }

private:
    TlsChannel(std::unique_ptr<QSslSocket> socket, QString host, quint16 port, TlsTrust trust, std::chrono::milliseconds connectTimeout);
    void startConnecting() override;
    void judgePeer();
    [[nodiscard]] core::base::Error describeError(QAbstractSocket::SocketError error) const override;

    QSslSocket* tls_; // the socket of the base
    TlsTrust trust_;
    Security security_ = Security::Unverified;
    PeerIdentity identity_;
    std::optional<PeerChange> change_;
};

} // namespace core::link
