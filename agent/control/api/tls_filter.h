// Server side of TLS without I/O: encrypted octets in and out on one side, plain ones on the other.
//
//   auto context = TlsContext::withCertificate(certificatePem, keyPem);   // or TlsContext::anonymous()
//   TlsFilter tls(*context);
//   tls.receive(fromSocket);
//   QByteArray plain = tls.read(16 << 10);
//   tls.write("answer");
//   socket->write(tls.takeOutgoing());
//
// OpenSSL itself and not QSslSocket, because Qt offers a server no anonymous suites, which RouterOS speaks on 8729 when it has
// no certificate. TLS 1.2 at least. Belongs to one thread; a TlsContext may be shared by filters of that thread.
#pragma once

#include "core/base/result.h"

#include <QByteArray>

#include <memory>
#include <string_view>

struct ssl_ctx_st;
struct ssl_st;

namespace agent::control {

class TlsContext {
public:
    // InvalidInput when the texts are no certificate (chain) and key that belong together.
    [[nodiscard]] static core::base::Result<TlsContext> withCertificate(std::string_view certificatePem, std::string_view keyPem);

    // Suites without a certificate: encrypted, but nobody knows with whom. TLS 1.2, as 1.3 has none.
    [[nodiscard]] static core::base::Result<TlsContext> anonymous();

    [[nodiscard]] ssl_ctx_st* get() const { return context_.get(); }

private:
    explicit TlsContext(std::shared_ptr<ssl_ctx_st> context)
        : context_(std::move(context)) {}
    std::shared_ptr<ssl_ctx_st> context_;
};

class TlsFilter {
public:
    explicit TlsFilter(const TlsContext& context);

    // Encrypted octets from the peer.
    void receive(std::string_view encrypted);
    // Plain octets from the peer, as many as can be decrypted now, at most `atMost`. Drives the handshake.
    [[nodiscard]] QByteArray read(qint64 atMost);
    // Plain octets for the peer. Dropped before the handshake is over: there is nobody yet to tell anything.
    void write(std::string_view plain);
    // Says goodbye (close_notify).
    void close();
    // Encrypted octets for the peer, each only once.
    [[nodiscard]] QByteArray takeOutgoing();

    // The peer ended the conversation or broke the protocol; nothing more will be read.
    [[nodiscard]] bool failed() const { return failed_; }

private:
    struct Free {
        void operator()(ssl_st* ssl) const;
    };
    std::unique_ptr<ssl_st, Free> ssl_;
    bool failed_ = false;
};

} // namespace agent::control
