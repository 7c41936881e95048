// Who on a host gets a received TCP segment, UDP datagram or echo reply.
#pragma once

#include "agent/dataplane/packet/packet_buf.h"
#include "agent/traffic/tcp_segment.h"

#include <array>
#include <cstdint>
#include <unordered_map>
#include <unordered_set>

namespace agent::traffic {

class Random;

// A TCP connection's end.
class TcpSocket {
public:
    virtual ~TcpSocket() = default;
    virtual void receive(const TcpSegment& segment, core::base::Nanos at) = 0;
};
// Gets the SYN of every connection nobody knows yet.
class TcpListener {
public:
    virtual ~TcpListener() = default;
    virtual void accept(std::uint32_t remote, const TcpSegment& syn, core::base::Nanos at) = 0;
};
class UdpSocket {
public:
    virtual ~UdpSocket() = default;
    // The packet is parsed; it stays the caller's.
    virtual void receive(const dataplane::PacketBuf& packet, core::base::Nanos at) = 0;
};
class EchoSocket {
public:
    virtual ~EchoSocket() = default;
    virtual void receive(const dataplane::PacketBuf& reply, core::base::Nanos at) = 0;
};

// Addresses as they stand in received packets: after translation, when there is one.
struct TcpPeer {
    std::uint32_t remote = 0;
    std::uint16_t remotePort = 0, localPort = 0;
};

class Sockets {
public:
    // Owns nothing; what is registered must stay until it is removed or the host goes.
    void connect(const TcpPeer& peer, TcpSocket& socket) {
        connections_[keyOf(peer)] = &socket;
        recent_ = {};
    }
    void disconnect(const TcpPeer& peer) {
        connections_.erase(keyOf(peer));
        recent_ = {};
    }
    void listen(std::uint16_t port, TcpListener& listener) { listeners_[port] = &listener; }
    void bindUdp(std::uint16_t port, UdpSocket& socket) { datagrams_[port] = &socket; }
    void bindEcho(std::uint16_t identifier, EchoSocket& socket) { echoes_[identifier] = &socket; }
    // A client port not handed out before (until all are used), or an echo identifier: 32768…60999.
    std::uint16_t newPort(Random& random);

    void receiveTcp(const dataplane::PacketBuf& packet, core::base::Nanos at) const;
    void receiveUdp(const dataplane::PacketBuf& packet, core::base::Nanos at) const;
    void receiveEcho(const dataplane::PacketBuf& packet, core::base::Nanos at) const;

private:
    static std::uint64_t keyOf(const TcpPeer& p) {
        return static_cast<std::uint64_t>(p.remote) << 32 | static_cast<std::uint32_t>(p.remotePort) << 16 | p.localPort;
    }
    struct Mix {
        std::size_t operator()(std::uint64_t key) const { return (key * 0x9e3779b97f4a7c15ull) >> 20; }
    };

    // A connection asked for lately; `key` means nothing while there is no socket.
    struct Recent {
        std::uint64_t key = 0;
        TcpSocket* socket = nullptr;
    };
    [[nodiscard]] TcpSocket* connection(std::uint64_t key) const;

    std::unordered_map<std::uint64_t, TcpSocket*, Mix> connections_;
    mutable std::array<Recent, 32> recent_{}; // by hash, in front of the table: a few flows carry most segments
    std::unordered_map<std::uint16_t, TcpListener*> listeners_;
    std::unordered_map<std::uint16_t, UdpSocket*> datagrams_;
    std::unordered_map<std::uint16_t, EchoSocket*> echoes_;
    std::unordered_set<std::uint16_t> usedPorts_;
};

} // namespace agent::traffic
