// A traffic scenario: who sits behind the router's ports and what they send to each other. Plain data, checked by the loader.
//
// The file (JSON):
//   {"name": "office",
//    "hosts": [{"name": "pc1", "port": "ether2", "address": "192.168.88.10/24", "gateway": "192.168.88.1", "vlan": 0, "delay": "0.2ms", "mtu": 1500},
//              {"name": "internet", "port": "ether1", "address": "203.0.113.1/24", "pppoe": "100.64.0.9", "rate": "100M"}],
//    "flows": [{"kind": "tcp", "name": "download", "client": "pc1", "server": "internet", "direction": "download", "streams": 8,
//               "rate": "0", "start": "0s", "size": "0", "port": 443},
//              {"kind": "udp", "name": "voip", "client": "pc1", "server": "internet", "direction": "upload", "rate": "2M", "size": 200},
//              {"kind": "voip", "client": "pc1", "server": "internet", "streams": 2},
//              {"kind": "web", "client": "pc1", "server": "internet", "streams": 4},
//              {"kind": "ping", "name": "ping", "client": "pc1", "server": "internet", "interval": "100ms"}]}
// tcp also takes "congestion": "cubic" or "newreno", "ecn": 1, "delayed-acks": 0, "window": "64k"; tcp and udp "dscp"; udp "imix": 1.
// Only name, port and address of a host, and kind, client and server of a flow (and the rate of udp) must be given.
#pragma once

#include "core/base/units.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace agent::traffic {

struct HostSpec {
    std::string name;
    std::string port; // of the router, "ether2"; several hosts may share one, as behind a switch
    std::uint32_t address = 0;
    std::uint8_t prefix = 24;
    std::uint32_t gateway = 0;     // 0: only its own network
    std::uint16_t vlan = 0;        // 802.1Q VID of its frames; 0: untagged
    core::base::Nanos delay = 0;   // one-way propagation of its cable
    std::uint32_t mtu = 1500;      // octets of the longest IPv4 packet it sends or takes
    double rateBps = 0;            // of the access line in front of it, each direction, bits of whole frames; 0: as fast as the port
    std::uint32_t pppoeClient = 0; // not 0: a PPPoE concentrator that gives the router this address, and reaches everybody by way of it
};

enum class FlowKind : std::uint8_t { Tcp, Udp, Ping, Voip, Web };
enum class Congestion : std::uint8_t { Cubic, NewReno };
// As the client sees it.
enum class Direction : std::uint8_t { Download, Upload, Both };
// As the scenario file spells it.
[[nodiscard]] constexpr const char* directionName(Direction direction) {
    return direction == Direction::Download ? "download" : direction == Direction::Upload ? "upload" : "both";
}

struct FlowSpec {
    FlowKind kind = FlowKind::Tcp;
    std::string name;
    std::size_t client = 0, server = 0; // index into hosts
    Direction direction = Direction::Download;
    unsigned streams = 1;  // connections, or pairs of ports, per direction; calls of voip, people of web
    double rateBps = 0;    // payload bits per second of the whole flow and direction; 0: tcp unlimited
    std::uint64_t size = 0; // tcp: octets of the whole flow and direction, 0 endless; udp: octets of a datagram's payload
    core::base::Nanos start = 0;    // after the scenario was loaded
    core::base::Nanos interval = 0; // ping
    std::uint16_t port = 0;         // the server's first port; Both uses the next one too, and each stream of udp two more
    std::uint8_t dscp = 0;          // of what it sends, both ways
    Congestion congestion = Congestion::Cubic;
    bool ecn = false;               // tcp: offers ECN (RFC 3168)
    bool delayAcks = true;          // tcp: acknowledges every second segment, the odd one after 40 ms
    std::uint32_t window = 0;       // tcp: octets the receiver lets the sender have under way; 0: 4 MiB
    bool mixed = false;             // udp: simple IMIX instead of one size
};

struct Scenario {
    std::string name;
    std::vector<HostSpec> hosts;
    std::vector<FlowSpec> flows;
};

} // namespace agent::traffic
