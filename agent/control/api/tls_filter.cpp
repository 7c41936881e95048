#include "agent/control/api/tls_filter.h"

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>

#include <string>

namespace agent::control {

using core::base::ErrorCode;
using core::base::fail;
using core::base::Result;

namespace {

struct FreeBio {
    void operator()(BIO* bio) const { BIO_free(bio); }
};
struct FreeX509 {
    void operator()(X509* certificate) const { X509_free(certificate); }
};
struct FreeKey {
    void operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }
};
using Bio = std::unique_ptr<BIO, FreeBio>;
using Certificate = std::unique_ptr<X509, FreeX509>;
using Key = std::unique_ptr<EVP_PKEY, FreeKey>;

std::string opensslReason() {
    char text[256] = "";
    if (const unsigned long code = ERR_get_error()) {
        ERR_error_string_n(code, text, sizeof text);
    }
    ERR_clear_error();
    return text;
}

Bio readOnly(std::string_view text) {
    return Bio(BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
}

// Never asks on the terminal.
int noPassphrase(char*, int, int, void*) {
    return 0;
}

Result<std::shared_ptr<SSL_CTX>> newContext() {
    std::shared_ptr<SSL_CTX> context(SSL_CTX_new(TLS_server_method()), SSL_CTX_free);
    if (!context || SSL_CTX_set_min_proto_version(context.get(), TLS1_2_VERSION) != 1) {
        return fail(ErrorCode::Unsupported, "This system's OpenSSL offers no TLS 1.2.", opensslReason());
    }
    SSL_CTX_set_options(context.get(), SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION);
    SSL_CTX_set_session_cache_mode(context.get(), SSL_SESS_CACHE_OFF);
    return context;
}

} // namespace

Result<TlsContext> TlsContext::withCertificate(std::string_view certificatePem, std::string_view keyPem) {
    auto context = newContext();
    if (!context) {
        return tl::unexpected(context.error());
    }
    const Bio chain = readOnly(certificatePem);
    const Certificate leaf(PEM_read_bio_X509(chain.get(), nullptr, noPassphrase, nullptr));
    if (!leaf || SSL_CTX_use_certificate(context->get(), leaf.get()) != 1) {
        return fail(ErrorCode::InvalidInput, "The certificate is not a PEM certificate that TLS can use. Give --certificate another file.",
                    opensslReason());
    }
    while (X509* issuer = PEM_read_bio_X509(chain.get(), nullptr, noPassphrase, nullptr)) {
        SSL_CTX_add0_chain_cert(context->get(), issuer); // owns it from now on
    }
    ERR_clear_error(); // "no start line": the end of the file
    const Bio keyText = readOnly(keyPem);
    const Key key(PEM_read_bio_PrivateKey(keyText.get(), nullptr, noPassphrase, nullptr));
    if (!key) {
        return fail(ErrorCode::InvalidInput, "The private key is not an unencrypted PEM key. Give --key another file.", opensslReason());
    }
    if (SSL_CTX_use_PrivateKey(context->get(), key.get()) != 1) {
        return fail(ErrorCode::InvalidInput,
                    "The private key does not belong to the certificate. Give --certificate and --key files of one pair.", opensslReason());
    }
    return TlsContext(std::move(*context));
}

Result<TlsContext> TlsContext::anonymous() {
    auto context = newContext();
    if (!context) {
        return tl::unexpected(context.error());
    }
    if (SSL_CTX_set_max_proto_version(context->get(), TLS1_2_VERSION) != 1 ||
        SSL_CTX_set_cipher_list(context->get(), "ADH:AECDH:@SECLEVEL=0") != 1 || SSL_CTX_set_dh_auto(context->get(), 1) != 1) {
        return fail(ErrorCode::Unsupported, "This system's OpenSSL has no anonymous suites. Leave --api-ssl-anonymous out.",
                    opensslReason());
    }
    return TlsContext(std::move(*context));
}

void TlsFilter::Free::operator()(ssl_st* ssl) const {
    SSL_free(ssl);
}

TlsFilter::TlsFilter(const TlsContext& context)
    : ssl_(SSL_new(context.get())) {
    if (!ssl_) {
        failed_ = true;
        return;
    }
    BIO* in = BIO_new(BIO_s_mem());
    BIO* out = BIO_new(BIO_s_mem());
    SSL_set_bio(ssl_.get(), in, out); // owns both
    SSL_set_accept_state(ssl_.get());
}

void TlsFilter::receive(std::string_view encrypted) {
    if (!failed_ && !encrypted.empty()) {
        BIO_write(SSL_get_rbio(ssl_.get()), encrypted.data(), static_cast<int>(encrypted.size()));
    }
}

QByteArray TlsFilter::read(qint64 atMost) {
    if (failed_) {
        return {};
    }
    QByteArray plain(atMost, Qt::Uninitialized);
    std::size_t got = 0;
    const int done = SSL_read_ex(ssl_.get(), plain.data(), static_cast<std::size_t>(atMost), &got);
    if (done != 1) {
        got = 0;
        failed_ = SSL_get_error(ssl_.get(), done) != SSL_ERROR_WANT_READ;
        ERR_clear_error();
    }
    plain.truncate(static_cast<qint64>(got));
    return plain;
}

void TlsFilter::write(std::string_view plain) {
    if (!failed_ && !plain.empty() && SSL_is_init_finished(ssl_.get())) {
        std::size_t written = 0; // all of it: the BIO behind is memory
        failed_ = SSL_write_ex(ssl_.get(), plain.data(), plain.size(), &written) != 1;
    }
}

void TlsFilter::close() {
    if (!failed_ && SSL_is_init_finished(ssl_.get())) {
        SSL_shutdown(ssl_.get());
    }
}

QByteArray TlsFilter::takeOutgoing() {
    if (!ssl_) {
        return {};
    }
    BIO* out = SSL_get_wbio(ssl_.get());
    QByteArray encrypted(static_cast<qsizetype>(BIO_ctrl_pending(out)), Qt::Uninitialized);
    if (!encrypted.isEmpty()) {
        BIO_read(out, encrypted.data(), static_cast<int>(encrypted.size()));
    }
    return encrypted;
}

} // namespace agent::control
