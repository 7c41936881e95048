// The two messages of a WireGuard handshake, Noise_IKpsk2_25519_ChaChaPoly_BLAKE2s (paper, section 5.4.2 and 5.4.3). Octets in and out, no
// time, no peers: who asks gives the ephemeral key and the timestamp, so that a recorded handshake can be repeated in a test.
//
//   Handshake h;                                     // initiator
//   InitiationMessage m = h.initiate(self, peer, index, ephemeral, timestamp);
//   if (auto keys = h.finish(self, peer, response)) …
//
//   if (auto from = readInitiation(self, m)) {       // responder: who is it? look the peer up by from->publicKey
//       auto [response, keys] = *respond(self, peer, *from, index, ephemeral);
#pragma once

#include "agent/dataplane/tunnel/wg_crypto.h"

#include <array>
#include <cstdint>
#include <optional>

namespace agent::dataplane::wireguard {

enum MessageType : std::uint8_t { kInitiation = 1, kResponse = 2, kCookie = 3, kTransport = 4 };

using InitiationMessage = std::array<std::uint8_t, 148>;
using ResponseMessage = std::array<std::uint8_t, 92>;
using Timestamp = std::array<std::uint8_t, 12>; // TAI64N

struct Identity {
    Key32 privateKey{}, publicKey{};
};
struct RemoteIdentity {
    Key32 publicKey{}, presharedKey{};
};
struct TransportKeys {
    std::uint32_t remoteIndex = 0;
    Key32 send{}, receive{};
};

class Handshake {
public:
    // Nothing when the peer's public key is of no use.
    std::optional<InitiationMessage> initiate(const Identity& self, const RemoteIdentity& peer, std::uint32_t index, const Key32& ephemeral,
                                              const Timestamp& timestamp);
    // The response to that initiation. Nothing: not authentic.
    std::optional<TransportKeys> finish(const Identity& self, const RemoteIdentity& peer, const ResponseMessage& response) const;
    [[nodiscard]] std::uint32_t index() const { return index_; }

private:
    std::uint32_t index_ = 0;
    Key32 ephemeral_{}, chain_{}, hash_{};
};

struct ReceivedInitiation {
    std::uint32_t remoteIndex = 0;
    Key32 publicKey{}; // of the initiator, proven only by the timestamp's seal
    Timestamp timestamp{};
    Key32 ephemeral{}, chain{}, hash{};
};
[[nodiscard]] std::optional<ReceivedInitiation> readInitiation(const Identity& self, const InitiationMessage& message);

struct Answer {
    ResponseMessage message{};
    TransportKeys keys;
};
[[nodiscard]] std::optional<Answer> respond(const RemoteIdentity& peer, const ReceivedInitiation& from, std::uint32_t index,
                                            const Key32& ephemeral);

// Whether mac1 of either message was made for this receiver (section 5.4.4). The first thing to ask, and cheap.
[[nodiscard]] bool mac1IsRight(const Key32& receiverPublicKey, Octets message);

inline std::uint32_t loadLe32(const std::uint8_t* p) {
    return std::uint32_t{p[0]} | std::uint32_t{p[1]} << 8 | std::uint32_t{p[2]} << 16 | std::uint32_t{p[3]} << 24;
}
inline std::uint64_t loadLe64(const std::uint8_t* p) {
    return loadLe32(p) | std::uint64_t{loadLe32(p + 4)} << 32;
}
inline void storeLe32(std::uint8_t* p, std::uint32_t v) {
    for (int i = 0; i < 4; ++i) {
        p[i] = static_cast<std::uint8_t>(v >> 8 * i);
    }
}
inline void storeLe64(std::uint8_t* p, std::uint64_t v) {
    storeLe32(p, static_cast<std::uint32_t>(v));
    storeLe32(p + 4, static_cast<std::uint32_t>(v >> 32));
}

} // namespace agent::dataplane::wireguard
