#include "core/workspace/sealed_text.h"

#include <array>
#include <memory>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/rand.h>

namespace core::workspace {

using core::base::ErrorCode;
using core::base::fail;
using core::base::Result;

namespace {

constexpr char kMagic[] = "PSSEAL1\n";
constexpr qsizetype kMagicSize = sizeof kMagic - 1;
constexpr qsizetype kSalt = 16, kNonce = 12, kTag = 16;
constexpr qsizetype kHead = kMagicSize + kSalt + kNonce + kTag;
constexpr std::uint64_t kScryptN = 1u << 15, kScryptR = 8, kScryptP = 1, kScryptMemory = 64u << 20;

using Context = std::unique_ptr<EVP_CIPHER_CTX, decltype(&EVP_CIPHER_CTX_free)>;

const unsigned char* octets(const char* text) {
    return reinterpret_cast<const unsigned char*>(text);
}
unsigned char* octets(char* text) {
    return reinterpret_cast<unsigned char*>(text);
}

// Wiped when it goes.
struct Key {
    std::array<unsigned char, 32> octets{};
    bool good = false;
    Key(const QString& passphrase, const char* salt) {
        QByteArray words = passphrase.toUtf8();
        good = EVP_PBE_scrypt(words.constData(), static_cast<std::size_t>(words.size()), core::workspace::octets(salt), kSalt, kScryptN,
                              kScryptR, kScryptP, kScryptMemory, octets.data(), octets.size()) == 1;
        OPENSSL_cleanse(words.data(), static_cast<std::size_t>(words.size()));
    }
    ~Key() { OPENSSL_cleanse(octets.data(), octets.size()); }
    Key(const Key&) = delete;
    Key& operator=(const Key&) = delete;
};

tl::unexpected<core::base::Error> broken() {
    return fail(ErrorCode::Internal, "The passwords could not be encrypted: OpenSSL has no scrypt or AES-256-GCM here.");
}

} // namespace

Result<QByteArray> seal(const QByteArray& text, const QString& passphrase) {
    QByteArray out(kHead + text.size(), '\0');
    std::copy(kMagic, kMagic + kMagicSize, out.begin());
    char* salt = out.data() + kMagicSize;
    char* nonce = salt + kSalt;
    char* tag = nonce + kNonce;
    char* body = tag + kTag;
    if (RAND_bytes(octets(salt), kSalt + kNonce) != 1) {
        return broken();
    }
    const Key key(passphrase, salt);
    const Context context(EVP_CIPHER_CTX_new(), &EVP_CIPHER_CTX_free);
    int size = 0;
    const bool done = key.good && EVP_EncryptInit_ex(context.get(), EVP_aes_256_gcm(), nullptr, key.octets.data(), octets(nonce)) == 1 &&
                      EVP_EncryptUpdate(context.get(), octets(body), &size, octets(text.constData()), static_cast<int>(text.size())) == 1 &&
                      EVP_EncryptFinal_ex(context.get(), octets(body) + size, &size) == 1 &&
                      EVP_CIPHER_CTX_ctrl(context.get(), EVP_CTRL_GCM_GET_TAG, kTag, tag) == 1;
    return done ? Result<QByteArray>(out) : broken();
}

Result<QByteArray> unseal(const QByteArray& sealed, const QString& passphrase) {
    if (sealed.size() < kHead || !sealed.startsWith(kMagic)) {
        return fail(ErrorCode::InvalidInput, "The file of saved passwords is damaged, or not one.");
    }
    const char* salt = sealed.constData() + kMagicSize;
    const char* nonce = salt + kSalt;
    QByteArray tag(nonce + kNonce, kTag);
    const char* body = sealed.constData() + kHead;
    const Key key(passphrase, salt);
    const Context context(EVP_CIPHER_CTX_new(), &EVP_CIPHER_CTX_free);
    QByteArray out(sealed.size() - kHead, '\0');
    int size = 0;
    if (!key.good || EVP_DecryptInit_ex(context.get(), EVP_aes_256_gcm(), nullptr, key.octets.data(), octets(nonce)) != 1) {
        return broken();
    }
    const bool good = EVP_DecryptUpdate(context.get(), octets(out.data()), &size, octets(body), static_cast<int>(out.size())) == 1 &&
                      EVP_CIPHER_CTX_ctrl(context.get(), EVP_CTRL_GCM_SET_TAG, kTag, tag.data()) == 1 &&
                      EVP_DecryptFinal_ex(context.get(), octets(out.data()) + size, &size) == 1;
    if (!good) {
        return fail(ErrorCode::InvalidInput, "The passphrase does not open the saved passwords.");
    }
    return out;
}

} // namespace core::workspace
