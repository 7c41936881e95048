// Traffic by the names of Flent's tests, where the meaning is the same: a client at one place of the site, a server at the other, a ping beside.
//
//   tcp_download, tcp_upload, tcp_bidirectional      one connection (each way)
//   tcp_nup=20, tcp_ndown=8, tcp_8up, tcp_8down      so many connections
//   rrul, rrul_be                                    four connections each way, in four DSCP classes (or all in one), under a ping
//   udp, udp_nup=16, udp_ndown=16                    datagrams of one size, at a rate over all
//   imix, imix_nup=16, imix_ndown=16                 seven of 64, four of 594, one of 1518 octets in turn (simple IMIX)
//   voip, voip=5                                     calls both ways: G.711, a packet each 20 ms
//   web, web=4                                       so many people, each loading page after page
//   ping                                             nothing but the ping
//
// "up" is from the client to the server. Pure.
#pragma once

#include "agent/traffic/scenario.h"
#include "agent/traffic/site.h"
#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <vector>

namespace agent::traffic {

struct TestsRequest {
    std::vector<std::string> tests;
    double rateBps = 0;            // of all senders of a test and direction together, bits of whole frames; 0: tcp as it can, udp fills the line
    std::uint32_t packetSize = 0;  // octets of the largest frame with FCS, as vendors count; 0: 1518
    core::base::Nanos rtt = core::base::kMillisecond; // of an idle path, without the router's part
    std::uint64_t lineBps = 0;     // of the slower of the two ports
    std::uint16_t firstPort = 5001; // of the servers; a thousand and more from there are used
    bool ping = true;              // beside the tests
};

// InvalidInput names the test that is not known and those that are.
[[nodiscard]] core::base::Result<Scenario> makeTests(const Site& site, const TestsRequest& request);

} // namespace agent::traffic
