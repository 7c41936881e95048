// A simulated computer on a cable: Ethernet (optionally tagged), ARP both ways, IPv4 with one gateway, ICMP echo, and the
// sockets of the flows it takes part in. It sends real frames and believes only what it receives.
//
//   PacketBuf* p = host.newPacket(kProtocolUdp, server, 8 + 100);   // addresses and IPv4 header are there, payload is zero
//   … write the UDP header at p->frame() + p->l4Offset …
//   host.send(p, now);
//
// Packets take the cable's line and then its delay. Owns packets in flight; belongs to the traffic's thread.
#pragma once

#include "agent/traffic/cable.h"
#include "agent/traffic/neighbours.h"
#include "agent/traffic/packet_fifo.h"
#include "agent/traffic/pppoe_concentrator.h"
#include "agent/traffic/scenario.h"
#include "agent/traffic/services.h"
#include "agent/traffic/sockets.h"

#include <optional>

namespace agent::traffic {

// Takes frames that have reached the router's end of a cable. Implemented by the runtime and by tests.
class FrameSink {
public:
    virtual ~FrameSink() = default;
    // Takes ownership. `at` is when the frame's last bit arrived.
    virtual void arrive(dataplane::PortId port, dataplane::PacketBuf* packet, core::base::Nanos at) = 0;
};

class Host {
public:
    Host(const HostSpec& spec, dataplane::MacKey mac, Cable& cable, Services& services);
    ~Host(); // gives packets in flight back to the pool
    Host(const Host&) = delete;
    Host& operator=(const Host&) = delete;

    // --- for flows
    // Null when the pool is empty. l4Length covers header and payload; trafficClass is the octet of DSCP and ECN.
    dataplane::PacketBuf* newPacket(std::uint8_t protocol, std::uint32_t destination, std::uint32_t l4Length, int trafficClass = 0);
    // Takes ownership.
    void send(dataplane::PacketBuf* packet, core::base::Nanos at);
    LineTurns& turns() { return cable_.turns(); }
    Sockets& sockets() { return sockets_; }
    Services& services() { return services_; }
    // Largest IPv4 packet towards anybody: its own MTU, or what an ICMP "fragmentation needed" said.
    [[nodiscard]] std::uint32_t pathMtu() const { return pathMtu_; }

    // --- for the cable
    void arrive(dataplane::PacketBuf* packet, core::base::Nanos at);
    // Handles what has arrived by `now`.
    void receiveDue(core::base::Nanos now);
    // Hands to the sink what has reached the router by `now`.
    void transmitDue(core::base::Nanos now, FrameSink& sink);
    [[nodiscard]] core::base::Nanos nextOut() const { return outgoing_.next(); }
    [[nodiscard]] core::base::Nanos next() const { return std::min(incoming_.next(), outgoing_.next()); }

    [[nodiscard]] const std::string& name() const { return spec_.name; }
    [[nodiscard]] std::uint32_t address() const { return spec_.address; }
    [[nodiscard]] dataplane::MacKey mac() const { return mac_; }
    [[nodiscard]] std::uint16_t vlan() const { return spec_.vlan; }

private:
    [[nodiscard]] std::uint32_t nextHop(std::uint32_t destination) const;
    void transmit(dataplane::PacketBuf* packet, core::base::Nanos at);
    void ask(Neighbour& neighbour, core::base::Nanos at);
    void askAgain(core::base::Nanos at);
    void learn(std::uint32_t address, dataplane::MacKey mac, core::base::Nanos at);

    // Each of these takes the packet over.
    void handle(dataplane::PacketBuf* packet, core::base::Nanos at);
    void handleArp(dataplane::PacketBuf* packet, core::base::Nanos at);
    void handleIcmp(dataplane::PacketBuf* packet, core::base::Nanos at);
    // PPPoE: takes a frame of either EtherType (false: it is none), and sends by way of the session.
    bool handlePppoe(dataplane::PacketBuf* packet, core::base::Nanos at);
    void sendPppoe(dataplane::PacketBuf* packet, core::base::Nanos at);
    void makeConcentrator();

    HostSpec spec_;
    dataplane::MacKey mac_;
    Cable& cable_;
    Services& services_;
    Sockets sockets_;
    Neighbours neighbours_;
    PacketFifo incoming_, outgoing_;
    std::optional<PppoeConcentrator> concentrator_;
    core::base::Nanos controlAt_ = 0; // of the control frame being answered
    std::optional<Line> towards_, away_; // the access line, when it is slower than the port: to this host, and from it
    std::uint32_t pathMtu_;
    std::uint16_t identification_ = 0;
    MemberTimer<Host, &Host::askAgain> arpTimer_{*this};
};

} // namespace agent::traffic
