// The primitives of WireGuard by their names in its paper (section 5.4): DH Curve25519, AEAD ChaCha20-Poly1305 (RFC 8439), HASH and MAC
// BLAKE2s (RFC 7693), KDF over HMAC. OpenSSL does the work; nothing of it shows here. Key material is neither logged nor put into errors.
//
//   const Key32 shared = *dh(myPrivate, theirPublic);
//   auto [chain, key] = kdf2(chain, shared);
//   Cipher cipher(key);                                     // once per session, allocates
//   cipher.seal(counter, payload, tag);                     // per packet, in place, does not
#pragma once

#include "agent/dataplane/config/tunnels.h"

#include <array>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <utility>

namespace agent::dataplane::wireguard {

using Octets = std::span<const std::uint8_t>;
using Tag = std::array<std::uint8_t, 16>;

[[nodiscard]] Key32 hash(std::initializer_list<Octets> parts);
[[nodiscard]] Tag mac(Octets key, Octets data); // keyed, 16 octets
struct Keys3 {
    Key32 first, second, third;
};
[[nodiscard]] Keys3 kdf(const Key32& chain, Octets input); // of KDF1 and KDF2 the first one or two

// Nothing when the public key is of small order (the result would be zero).
[[nodiscard]] std::optional<Key32> dh(const Key32& privateKey, const Key32& publicKey);
[[nodiscard]] Key32 publicKeyOf(const Key32& privateKey);
[[nodiscard]] Key32 randomKey();

// A ChaCha20-Poly1305 key. The nonce is four zero octets and the counter, little-endian.
class Cipher {
public:
    explicit Cipher(const Key32& key);
    ~Cipher();
    Cipher(Cipher&&) noexcept;
    Cipher& operator=(Cipher&&) noexcept;

    void seal(std::uint64_t counter, std::span<std::uint8_t> inPlace, std::uint8_t* tag, Octets additional = {});
    // False: forged or broken; the octets are then of no use.
    [[nodiscard]] bool open(std::uint64_t counter, std::span<std::uint8_t> inPlace, const std::uint8_t* tag, Octets additional = {});

private:
    struct Contexts;
    std::unique_ptr<Contexts> contexts_;
};

} // namespace agent::dataplane::wireguard
