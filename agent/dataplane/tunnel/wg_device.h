// One /interface/wireguard: peers, sessions, cryptokey routing, timers (paper, sections 5 and 6). Knows messages, not sockets: what it has
// to say goes to an Outlet.
//
//   Device device(outlet, wallClockAtZero);
//   device.configure(config);
//   device.send(packet, now);                          // an IPv4 packet from its first octet on; taken
//   device.receive(packet, {address, port}, now);      // the payload of a datagram to the listen port; taken
//   next = device.poll(now);
//
// Handshakes allocate (one every two minutes and peer), packets do not. Cookies (section 5.3) are neither asked for nor answered: a peer
// under load that insists on one is not reached. One thread. Keys leave this class in no form.
#pragma once

#include "agent/dataplane/packet/packet_buf.h"
#include "agent/dataplane/tunnel/replay_window.h"
#include "agent/dataplane/tunnel/wg_handshake.h"
#include "core/base/units.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace agent::dataplane::wireguard {

using core::base::kSecond;
using core::base::Nanos;

struct Endpoint {
    std::uint32_t address = 0;
    std::uint16_t port = 0;
    bool operator==(const Endpoint&) const = default;
};

class Device;

class Outlet {
public:
    virtual ~Outlet() = default;
    // A handshake message.
    virtual void transmit(const Device& from, Octets message, Endpoint to, Nanos now) = 0;
    // A transport message in a packet of its own, from its first octet on. Takes it.
    virtual void transmit(const Device& from, PacketBuf* message, Endpoint to, Nanos now) = 0;
    // A decrypted IPv4 packet whose source the peer may use. Takes it.
    virtual void deliver(const Device& from, PacketBuf* packet, Nanos now) = 0;
    // An empty packet with headroom, for keepalives; nullptr: none left.
    virtual PacketBuf* take() = 0;
    // Not for anybody here; and a message that has served its purpose.
    virtual void drop(PacketBuf* packet) = 0;
    virtual void consume(PacketBuf* packet) = 0;
};

struct PeerState { // for read-outs
    std::uint32_t uid = 0;
    std::optional<Endpoint> endpoint;
    std::uint64_t rxOctets = 0, txOctets = 0;
    Nanos lastHandshake = 0; // 0: never
};

class Device {
public:
    Device(Outlet& outlet, Nanos wallClockAtZero)
        : outlet_(outlet)
        , wallClockAtZero_(wallClockAtZero) {}
    ~Device();

    // Peers that are still there keep their sessions.
    void configure(const WireGuardConfig& config, std::uint16_t mtu);
    [[nodiscard]] const WireGuardConfig& config() const { return config_; }

    // False: no peer may be sent this destination; the packet stays the caller's.
    bool send(PacketBuf* packet, std::uint32_t destination, Nanos now);
    void receive(PacketBuf* message, Endpoint from, Nanos now);
    Nanos poll(Nanos now);
    [[nodiscard]] std::vector<PeerState> peers() const;

    static constexpr Nanos kRekeyAfter = 120 * kSecond, kRejectAfter = 180 * kSecond, kRekeyAttempts = 90 * kSecond,
                           kRekeyTimeout = 5 * kSecond, kKeepalive = 10 * kSecond;
    static constexpr std::size_t kTransportHeader = 16;

private:
    struct Session {
        std::uint32_t localIndex, remoteIndex;
        Nanos createdAt;
        bool initiator;
        std::uint64_t sent = 0;
        ReplayWindow seen;
        Cipher send, receive;
        Session(const TransportKeys& keys, std::uint32_t index, Nanos now, bool first)
            : localIndex(index)
            , remoteIndex(keys.remoteIndex)
            , createdAt(now)
            , initiator(first)
            , send(keys.send)
            , receive(keys.receive) {}
        [[nodiscard]] bool usable(Nanos now) const { return now - createdAt < kRejectAfter; }
    };
    struct Peer {
        WireGuardPeerConfig config;
        RemoteIdentity identity;
        std::optional<Endpoint> endpoint;
        std::optional<Handshake> handshake; // under way, started by us
        Nanos handshakeSince = 0, handshakeSentAt = 0, answeredAt = -kSecond;
        Timestamp newest{};                         // of initiations received
        std::unique_ptr<Session> current, previous; // … and `next`: keys the peer has not used yet
        std::unique_ptr<Session> next;
        std::array<PacketBuf*, 8> held{}; // wait for a session, oldest first
        std::size_t heldCount = 0;
        Nanos sentAt = 0, keepaliveAt = 0, unansweredSince = 0; // 0: not set
        std::uint64_t rxOctets = 0, txOctets = 0;
        Nanos lastHandshake = 0;
    };
    struct Route {
        Ipv4Prefix prefix;
        std::size_t peer;
    };

    [[nodiscard]] Peer* peerFor(std::uint32_t address);
    [[nodiscard]] Peer* peerOf(std::uint32_t index);
    [[nodiscard]] std::uint32_t newIndex(const Peer& peer);
    void begin(Peer& peer, Nanos now);
    void sendInitiation(Peer& peer, Nanos now);
    void receiveInitiation(PacketBuf* message, Endpoint from, Nanos now);
    void receiveResponse(PacketBuf* message, Endpoint from, Nanos now);
    void receiveTransport(PacketBuf* message, Endpoint from, Nanos now);
    void keep(Peer& peer, std::unique_ptr<Session> session, Nanos now);
    void seal(Peer& peer, PacketBuf* packet, Nanos now);
    void sendKeepalive(Peer& peer, Nanos now);
    void hold(Peer& peer, PacketBuf* packet);
    void release(Peer& peer, Nanos now);
    void dropHeld(Peer& peer);
    Nanos pollPeer(Peer& peer, Nanos now);

    Outlet& outlet_;
    Nanos wallClockAtZero_;
    WireGuardConfig config_;
    std::uint16_t mtu_ = 1420;
    Identity self_;
    std::vector<std::unique_ptr<Peer>> peers_; // the low 12 bits of an index are the position
    std::vector<Route> routes_;                // longest prefix first
};

} // namespace agent::dataplane::wireguard
