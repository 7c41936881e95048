// Which of several engines a packet is for, so that all packets of a connection, both ways and through source NAT, meet the same one
// without a word between the engines - as receive side scaling of a network card does it, with the translation in mind:
//   - TCP and UDP: a hash of addresses and ports that is the same for both directions; fragments: of the addresses only;
//   - to an address the router translates to (its own ones, to-addresses of srcnat): the engine whose share the port is (PortShare);
//     ICMP queries go by their identifier, ICMP errors by the packet they quote;
//   - ARP: every engine learns from it (kEveryone); engine 0 answers.
//
//   Steering steering(config, 2);
//   if (!steering.spreads()) log(steering.reason());      // then everything is engine 0's
//   std::uint16_t worker = steering.workerOf(packet);     // parsed
//
// What engines would have to know of each other is not spread: bridges (learned hosts), queues (one rate for all flows), destination NAT
// (its reply comes from an address that tells nothing), tunnels. Later fragments of a translated packet to the router's address go to
// engine 0 and are lost there when the connection is another's. Immutable; any thread.
#pragma once

#include "agent/dataplane/config/engine_config.h"
#include "agent/dataplane/packet/packet_buf.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace agent::dataplane {

class Steering {
public:
    static constexpr std::uint16_t kEveryone = 0xffff;

    Steering(const EngineConfig& config, std::uint16_t workers);

    [[nodiscard]] std::uint16_t workerOf(const PacketBuf& packet) const;
    [[nodiscard]] bool spreads() const { return workers_ > 1; }
    // Why not, as words that follow "not spread: "; empty when spread or when there is one worker anyway.
    [[nodiscard]] std::string_view reason() const { return reason_; }

private:
    [[nodiscard]] bool isOurs(std::uint32_t address) const;
    [[nodiscard]] std::uint16_t byHash(std::uint32_t a, std::uint32_t b, std::uint16_t p, std::uint16_t q) const;

    std::uint16_t workers_;
    std::string_view reason_;
    std::vector<Ipv4Range> ours_;
};

} // namespace agent::dataplane
