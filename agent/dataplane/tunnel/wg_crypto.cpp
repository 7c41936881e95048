#include "agent/dataplane/tunnel/wg_crypto.h"

#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/params.h>
#include <openssl/rand.h>

#include <algorithm>

namespace agent::dataplane::wireguard {

namespace {

constexpr std::size_t kBlock = 64; // of BLAKE2s, RFC 7693

template <class T, void (*Free)(T*)> struct Freed {
    void operator()(T* p) const { Free(p); }
};
using Digest = std::unique_ptr<EVP_MD_CTX, Freed<EVP_MD_CTX, EVP_MD_CTX_free>>;
using PrivateKey = std::unique_ptr<EVP_PKEY, Freed<EVP_PKEY, EVP_PKEY_free>>;
using KeyContext = std::unique_ptr<EVP_PKEY_CTX, Freed<EVP_PKEY_CTX, EVP_PKEY_CTX_free>>;
using CipherContext = std::unique_ptr<EVP_CIPHER_CTX, Freed<EVP_CIPHER_CTX, EVP_CIPHER_CTX_free>>;
using MacContext = std::unique_ptr<EVP_MAC_CTX, Freed<EVP_MAC_CTX, EVP_MAC_CTX_free>>;

// HMAC (RFC 2104) over BLAKE2s.
Key32 hmac(const Key32& key, std::initializer_list<Octets> parts) {
    std::array<std::uint8_t, kBlock> inner{}, outer{};
    for (std::size_t i = 0; i < kBlock; ++i) {
        const std::uint8_t octet = i < key.size() ? key[i] : std::uint8_t{0};
        inner[i] = octet ^ 0x36u;
        outer[i] = octet ^ 0x5cu;
    }
    const Octets none{};
    const Octets a = parts.size() > 0 ? *parts.begin() : none, b = parts.size() > 1 ? *(parts.begin() + 1) : none;
    const Key32 middle = hash({inner, a, b});
    return hash({outer, middle});
}

std::array<std::uint8_t, 12> nonceOf(std::uint64_t counter) {
    std::array<std::uint8_t, 12> nonce{};
    for (std::size_t i = 0; i < 8; ++i) {
        nonce[4 + i] = static_cast<std::uint8_t>(counter >> 8 * i);
    }
    return nonce;
}

} // namespace

Key32 hash(std::initializer_list<Octets> parts) {
    Key32 out{};
    const Digest digest(EVP_MD_CTX_new());
    EVP_DigestInit_ex(digest.get(), EVP_blake2s256(), nullptr);
    for (const Octets part : parts) {
        EVP_DigestUpdate(digest.get(), part.data(), part.size());
    }
    EVP_DigestFinal_ex(digest.get(), out.data(), nullptr);
    return out;
}

Tag mac(Octets key, Octets data) {
    static EVP_MAC* const algorithm = EVP_MAC_fetch(nullptr, "BLAKE2SMAC", nullptr);
    Tag out{};
    std::size_t size = out.size();
    const std::array<OSSL_PARAM, 2> params{OSSL_PARAM_construct_size_t(OSSL_MAC_PARAM_SIZE, &size), OSSL_PARAM_construct_end()};
    const MacContext context(EVP_MAC_CTX_new(algorithm));
    EVP_MAC_init(context.get(), key.data(), key.size(), params.data());
    EVP_MAC_update(context.get(), data.data(), data.size());
    EVP_MAC_final(context.get(), out.data(), &size, out.size());
    return out;
}

Keys3 kdf(const Key32& chain, Octets input) {
    constexpr std::array<std::uint8_t, 3> number{1, 2, 3};
    const Key32 secret = hmac(chain, {input});
    Keys3 keys;
    keys.first = hmac(secret, {Octets(&number[0], 1)});
    keys.second = hmac(secret, {keys.first, Octets(&number[1], 1)});
    keys.third = hmac(secret, {keys.second, Octets(&number[2], 1)});
    return keys;
}

std::optional<Key32> dh(const Key32& privateKey, const Key32& publicKey) {
    const PrivateKey own(EVP_PKEY_new_raw_private_key(EVP_PKEY_X25519, nullptr, privateKey.data(), privateKey.size()));
    const PrivateKey other(EVP_PKEY_new_raw_public_key(EVP_PKEY_X25519, nullptr, publicKey.data(), publicKey.size()));
    const KeyContext context(own ? EVP_PKEY_CTX_new(own.get(), nullptr) : nullptr);
    Key32 out{};
    std::size_t size = out.size();
    if (!context || !other || EVP_PKEY_derive_init(context.get()) != 1 || EVP_PKEY_derive_set_peer(context.get(), other.get()) != 1 ||
        EVP_PKEY_derive(context.get(), out.data(), &size) != 1) {
        return std::nullopt; // RFC 7748 section 6.1: an all-zero result is refused
    }
    return out;
}

Key32 publicKeyOf(const Key32& privateKey) {
    const PrivateKey own(EVP_PKEY_new_raw_private_key(EVP_PKEY_X25519, nullptr, privateKey.data(), privateKey.size()));
    Key32 out{};
    std::size_t size = out.size();
    if (own) {
        EVP_PKEY_get_raw_public_key(own.get(), out.data(), &size);
    }
    return out;
}

Key32 randomKey() {
    Key32 key{};
    RAND_bytes(key.data(), static_cast<int>(key.size()));
    return key;
}

struct Cipher::Contexts {
    CipherContext seal{EVP_CIPHER_CTX_new()}, open{EVP_CIPHER_CTX_new()};
};

Cipher::Cipher(const Key32& key)
    : contexts_(std::make_unique<Contexts>()) {
    EVP_EncryptInit_ex(contexts_->seal.get(), EVP_chacha20_poly1305(), nullptr, key.data(), nullptr);
    EVP_DecryptInit_ex(contexts_->open.get(), EVP_chacha20_poly1305(), nullptr, key.data(), nullptr);
}
Cipher::~Cipher() = default;
Cipher::Cipher(Cipher&&) noexcept = default;
Cipher& Cipher::operator=(Cipher&&) noexcept = default;

void Cipher::seal(std::uint64_t counter, std::span<std::uint8_t> inPlace, std::uint8_t* tag, Octets additional) {
    EVP_CIPHER_CTX* context = contexts_->seal.get();
    const auto nonce = nonceOf(counter);
    int done = 0;
    EVP_EncryptInit_ex(context, nullptr, nullptr, nullptr, nonce.data());
    if (!additional.empty()) {
        EVP_EncryptUpdate(context, nullptr, &done, additional.data(), static_cast<int>(additional.size()));
    }
    EVP_EncryptUpdate(context, inPlace.data(), &done, inPlace.data(), static_cast<int>(inPlace.size()));
    EVP_EncryptFinal_ex(context, inPlace.data() + inPlace.size(), &done);
    EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, 16, tag);
}

bool Cipher::open(std::uint64_t counter, std::span<std::uint8_t> inPlace, const std::uint8_t* tag, Octets additional) {
    EVP_CIPHER_CTX* context = contexts_->open.get();
    const auto nonce = nonceOf(counter);
    Tag expected;
    std::copy(tag, tag + expected.size(), expected.begin());
    int done = 0;
    EVP_DecryptInit_ex(context, nullptr, nullptr, nullptr, nonce.data());
    EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, 16, expected.data());
    if (!additional.empty()) {
        EVP_DecryptUpdate(context, nullptr, &done, additional.data(), static_cast<int>(additional.size()));
    }
    EVP_DecryptUpdate(context, inPlace.data(), &done, inPlace.data(), static_cast<int>(inPlace.size()));
    return EVP_DecryptFinal_ex(context, inPlace.data() + inPlace.size(), &done) == 1;
}

} // namespace agent::dataplane::wireguard
