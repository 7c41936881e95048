#include "app/agentd/certificate.h"

#include "core/base/atomic_file.h"
#include "core/base/resources.h"

#include <openssl/bio.h>
#include <openssl/ec.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509v3.h>

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <memory>

namespace app::agentd {

using core::base::ErrorCode;
using core::base::fail;
using core::base::Result;

namespace {

template <auto release> struct Release {
    template <class T> void operator()(T* object) const { release(object); }
};
using Key = std::unique_ptr<EVP_PKEY, Release<EVP_PKEY_free>>;
using Leaf = std::unique_ptr<X509, Release<X509_free>>;
using Bio = std::unique_ptr<BIO, Release<BIO_free>>;

constexpr long kTenYears = 3650L * 24 * 3600;

std::string textOf(const Bio& bio) {
    char* data = nullptr;
    const long size = BIO_get_mem_data(bio.get(), &data);
    return size > 0 ? std::string(data, static_cast<std::size_t>(size)) : std::string();
}

bool addExtension(X509* certificate, int kind, const char* value) {
    X509V3_CTX context;
    X509V3_set_ctx_nodb(&context);
    X509V3_set_ctx(&context, certificate, certificate, nullptr, nullptr, 0);
    X509_EXTENSION* extension = X509V3_EXT_conf_nid(nullptr, &context, kind, value);
    const bool added = extension && X509_add_ext(certificate, extension, -1) == 1;
    X509_EXTENSION_free(extension);
    return added;
}

bool fill(X509* certificate, EVP_PKEY* key) {
    unsigned char serial[8];
    if (RAND_bytes(serial, sizeof serial) != 1) {
        return false;
    }
    std::uint64_t number = 0;
    std::memcpy(&number, serial, sizeof number);
    X509_NAME* name = X509_get_subject_name(certificate);
    return X509_set_version(certificate, 2) == 1 && ASN1_INTEGER_set_uint64(X509_get_serialNumber(certificate), number >> 1) == 1 &&
           X509_gmtime_adj(X509_getm_notBefore(certificate), -24L * 3600) && X509_gmtime_adj(X509_getm_notAfter(certificate), kTenYears) &&
           X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, reinterpret_cast<const unsigned char*>("pathscope-agent"), -1, -1, 0) ==
               1 &&
           X509_set_issuer_name(certificate, name) == 1 && X509_set_pubkey(certificate, key) == 1 &&
           addExtension(certificate, NID_subject_alt_name, "DNS:localhost,IP:127.0.0.1,IP:::1") &&
           addExtension(certificate, NID_ext_key_usage, "serverAuth") && X509_sign(certificate, key, EVP_sha256()) != 0;
}

Result<Certificate> makeCertificate() {
    const Key key(EVP_EC_gen("P-256"));
    const Leaf leaf(X509_new());
    const Bio certificateText(BIO_new(BIO_s_mem()));
    const Bio keyText(BIO_new(BIO_s_mem()));
    if (!key || !leaf || !fill(leaf.get(), key.get()) || PEM_write_bio_X509(certificateText.get(), leaf.get()) != 1 ||
        PEM_write_bio_PrivateKey(keyText.get(), key.get(), nullptr, nullptr, 0, nullptr, nullptr) != 1) {
        return fail(ErrorCode::Unsupported,
                    "OpenSSL could not make a certificate for the TLS doors. Give one with --certificate and --key.");
    }
    return Certificate{textOf(certificateText), textOf(keyText)};
}

} // namespace

Result<Certificate> readCertificate(const std::string& certificateFile, const std::string& keyFile) {
    auto certificate = core::base::readFile(certificateFile);
    if (!certificate) {
        return tl::unexpected(certificate.error());
    }
    auto key = core::base::readFile(keyFile);
    if (!key) {
        return tl::unexpected(key.error());
    }
    return Certificate{std::move(*certificate), std::move(*key)};
}

Result<Certificate> ownCertificate(const std::string& directory) {
    if (directory.empty()) {
        return makeCertificate();
    }
    const std::string certificateFile = directory + "/tls-certificate.pem";
    const std::string keyFile = directory + "/tls-key.pem";
    std::error_code ignored;
    if (std::filesystem::exists(certificateFile, ignored) && std::filesystem::exists(keyFile, ignored)) {
        return readCertificate(certificateFile, keyFile);
    }
    auto made = makeCertificate();
    if (!made) {
        return made;
    }
    if (auto done = core::base::writeFileAtomically(keyFile, made->keyPem); !done) {
        return tl::unexpected(done.error());
    }
    if (auto done = core::base::writeFileAtomically(certificateFile, made->certificatePem); !done) {
        return tl::unexpected(done.error());
    }
    return made;
}

std::string fingerprint(const std::string& certificatePem) {
    const Bio text(BIO_new_mem_buf(certificatePem.data(), static_cast<int>(certificatePem.size())));
    const Leaf leaf(PEM_read_bio_X509(text.get(), nullptr, nullptr, nullptr));
    unsigned char digest[EVP_MAX_MD_SIZE];
    unsigned length = 0;
    if (!leaf || X509_digest(leaf.get(), EVP_sha256(), digest, &length) != 1) {
        return {};
    }
    constexpr char digits[] = "0123456789ABCDEF";
    std::string out;
    for (unsigned i = 0; i < length; ++i) {
        out += i > 0 ? ":" : "";
        out += digits[digest[i] >> 4];
        out += digits[digest[i] & 15];
    }
    return out;
}

} // namespace app::agentd
