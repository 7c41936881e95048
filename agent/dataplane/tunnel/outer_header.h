// What a tunnel puts around a packet, in place: room in front of it, an IPv4 header, and an Ethernet header to be filled by who sends.
//
//   if (!prepend(p, kGreHeader)) …                       // no room left in the buffer
//   writeGre(p.frame(), kEtherTypeIpv4);
//   wrapInIpv4(p, {local, remote, kProtocolGre, tos, dontFragment, id});   // parsed again: the packet is another one now
#pragma once

#include "agent/dataplane/packet/packet_buf.h"

#include <cstdint>

namespace agent::dataplane {

constexpr std::uint8_t kTunnelTtl = 64;     // of packets the router makes
constexpr std::uint16_t kMssOverhead = 40; // IPv4 and TCP header without options: what an MSS is smaller than an MTU by

struct OuterHeader {
    std::uint32_t source = 0, destination = 0;
    std::uint8_t protocol = 0;
    std::uint8_t typeOfService = 0;
    bool dontFragment = false;
    std::uint16_t identification = 0;
};

// Extends the frame by `octets` at its front; moves it within the buffer when there is too little headroom for that and one more
// Ethernet header with tags. False: the buffer is too small. Parsed offsets mean nothing afterwards.
[[nodiscard]] bool prepend(PacketBuf& p, std::uint32_t octets);
// Takes `octets` off the front.
void strip(PacketBuf& p, std::uint32_t octets);
// Puts an IPv4 and an Ethernet header (addresses zero, type IPv4) in front and parses the result. False: the buffer is too small.
[[nodiscard]] bool wrapInIpv4(PacketBuf& p, const OuterHeader& header);
// Leaves what starts `innerOffset` octets behind the frame's start, behind an Ethernet header of no meaning, `length` octets of it.
// Used for layer 3 tunnels; parses the result.
void unwrapIpv4(PacketBuf& p, std::uint32_t innerOffset, std::uint32_t length);

} // namespace agent::dataplane
