#include "agent/dataplane/tunnel/wg_handshake.h"

#include <algorithm>
#include <string_view>

namespace agent::dataplane::wireguard {

namespace {

constexpr std::size_t kEphemeralAt = 8, kStaticAt = 40, kTimestampAt = 88;       // initiation
constexpr std::size_t kReceiverAt = 8, kResponseEphemeralAt = 12, kEmptyAt = 44; // response
constexpr std::size_t kMacs = 32, kMac = 16;                                     // the last two fields of both

Octets octets(std::string_view text) {
    return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

Key32 initialChain() {
    return hash({octets("Noise_IKpsk2_25519_ChaChaPoly_BLAKE2s")});
}
Key32 initialHash(const Key32& responder) {
    const Key32 chain = initialChain();
    return hash({hash({chain, octets("WireGuard v1 zx2c4 Jason@zx2c4.com")}), responder});
}

// AEAD with counter 0: a handshake key is used once. `at` holds the plain text and gets the sealed one with its tag behind.
void sealOnce(const Key32& key, std::span<std::uint8_t> plain, const Key32& additional) {
    Cipher(key).seal(0, plain, plain.data() + plain.size(), additional);
}
bool openOnce(const Key32& key, std::span<std::uint8_t> sealed, const Key32& additional) {
    const std::size_t plain = sealed.size() - kMac;
    return Cipher(key).open(0, sealed.first(plain), sealed.data() + plain, additional);
}

void writeMac1(std::span<std::uint8_t> message, const Key32& receiver) {
    const Key32 key = hash({octets("mac1----"), receiver});
    const Tag tag = mac(key, message.first(message.size() - kMacs));
    std::copy(tag.begin(), tag.end(), message.end() - kMacs);
}

Key32 keyAt(const std::uint8_t* at) {
    Key32 key;
    std::copy(at, at + key.size(), key.begin());
    return key;
}

} // namespace

bool mac1IsRight(const Key32& receiver, Octets message) {
    if (message.size() < kMacs) {
        return false;
    }
    const Key32 key = hash({octets("mac1----"), receiver});
    const Tag tag = mac(key, message.first(message.size() - kMacs));
    return std::equal(tag.begin(), tag.end(), message.end() - kMacs);
}

std::optional<InitiationMessage> Handshake::initiate(const Identity& self, const RemoteIdentity& peer, std::uint32_t index,
                                                     const Key32& ephemeral, const Timestamp& timestamp) {
    const auto ephemeralStatic = dh(ephemeral, peer.publicKey), staticStatic = dh(self.privateKey, peer.publicKey);
    if (!ephemeralStatic || !staticStatic) {
        return std::nullopt;
    }
    InitiationMessage m{};
    index_ = index;
    ephemeral_ = ephemeral;
    m[0] = kInitiation;
    storeLe32(&m[4], index);
    const Key32 ephemeralPublic = publicKeyOf(ephemeral);
    std::copy(ephemeralPublic.begin(), ephemeralPublic.end(), m.begin() + kEphemeralAt);
    Key32 chain = kdf(initialChain(), ephemeralPublic).first;
    Key32 h = hash({initialHash(peer.publicKey), ephemeralPublic});

    Keys3 keys = kdf(chain, *ephemeralStatic);
    std::copy(self.publicKey.begin(), self.publicKey.end(), m.begin() + kStaticAt);
    sealOnce(keys.second, std::span(m).subspan(kStaticAt, 32), h);
    h = hash({h, Octets(m).subspan(kStaticAt, 32 + kMac)});

    keys = kdf(keys.first, *staticStatic);
    std::copy(timestamp.begin(), timestamp.end(), m.begin() + kTimestampAt);
    sealOnce(keys.second, std::span(m).subspan(kTimestampAt, timestamp.size()), h);
    hash_ = hash({h, Octets(m).subspan(kTimestampAt, timestamp.size() + kMac)});
    chain_ = keys.first;
    writeMac1(m, peer.publicKey);
    return m;
}

std::optional<ReceivedInitiation> readInitiation(const Identity& self, const InitiationMessage& message) {
    InitiationMessage m = message;
    ReceivedInitiation from;
    from.remoteIndex = loadLe32(&m[4]);
    from.ephemeral = keyAt(&m[kEphemeralAt]);
    Key32 h = hash({initialHash(self.publicKey), from.ephemeral});
    Key32 chain = kdf(initialChain(), from.ephemeral).first;
    const auto ephemeralStatic = dh(self.privateKey, from.ephemeral);
    if (!ephemeralStatic) {
        return std::nullopt;
    }
    Keys3 keys = kdf(chain, *ephemeralStatic);
    const Key32 afterStatic = hash({h, Octets(m).subspan(kStaticAt, 32 + kMac)});
    if (!openOnce(keys.second, std::span(m).subspan(kStaticAt, 32 + kMac), h)) {
        return std::nullopt;
    }
    from.publicKey = keyAt(&m[kStaticAt]);
    const auto staticStatic = dh(self.privateKey, from.publicKey);
    if (!staticStatic) {
        return std::nullopt;
    }
    keys = kdf(keys.first, *staticStatic);
    from.hash = hash({afterStatic, Octets(m).subspan(kTimestampAt, from.timestamp.size() + kMac)});
    if (!openOnce(keys.second, std::span(m).subspan(kTimestampAt, from.timestamp.size() + kMac), afterStatic)) {
        return std::nullopt;
    }
    std::copy_n(m.begin() + kTimestampAt, from.timestamp.size(), from.timestamp.begin());
    from.chain = keys.first;
    return from;
}

std::optional<Answer> respond(const RemoteIdentity& peer, const ReceivedInitiation& from, std::uint32_t index, const Key32& ephemeral) {
    const auto ephemeralEphemeral = dh(ephemeral, from.ephemeral), ephemeralStatic = dh(ephemeral, peer.publicKey);
    if (!ephemeralEphemeral || !ephemeralStatic) {
        return std::nullopt;
    }
    Answer answer;
    ResponseMessage& m = answer.message;
    m[0] = kResponse;
    storeLe32(&m[4], index);
    storeLe32(&m[kReceiverAt], from.remoteIndex);
    const Key32 ephemeralPublic = publicKeyOf(ephemeral);
    std::copy(ephemeralPublic.begin(), ephemeralPublic.end(), m.begin() + kResponseEphemeralAt);
    Key32 chain = kdf(from.chain, ephemeralPublic).first;
    Key32 h = hash({from.hash, ephemeralPublic});
    chain = kdf(chain, *ephemeralEphemeral).first;
    chain = kdf(chain, *ephemeralStatic).first;
    const Keys3 keys = kdf(chain, peer.presharedKey);
    h = hash({h, keys.second});
    sealOnce(keys.third, std::span(m).subspan(kEmptyAt, 0), h);
    writeMac1(m, peer.publicKey);
    const Keys3 transport = kdf(keys.first, {});
    answer.keys = {from.remoteIndex, transport.second, transport.first};
    return answer;
}

std::optional<TransportKeys> Handshake::finish(const Identity& self, const RemoteIdentity& peer, const ResponseMessage& response) const {
    ResponseMessage m = response;
    const Key32 ephemeralPublic = keyAt(&m[kResponseEphemeralAt]);
    const auto ephemeralEphemeral = dh(ephemeral_, ephemeralPublic), staticEphemeral = dh(self.privateKey, ephemeralPublic);
    if (loadLe32(&m[kReceiverAt]) != index_ || !ephemeralEphemeral || !staticEphemeral) {
        return std::nullopt;
    }
    Key32 chain = kdf(chain_, ephemeralPublic).first;
    Key32 h = hash({hash_, ephemeralPublic});
    chain = kdf(chain, *ephemeralEphemeral).first;
    chain = kdf(chain, *staticEphemeral).first;
    const Keys3 keys = kdf(chain, peer.presharedKey);
    h = hash({h, keys.second});
    if (!openOnce(keys.third, std::span(m).subspan(kEmptyAt, kMac), h)) {
        return std::nullopt;
    }
    const Keys3 transport = kdf(keys.first, {});
    return TransportKeys{loadLe32(&m[4]), transport.first, transport.second};
}

} // namespace agent::dataplane::wireguard
