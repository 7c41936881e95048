// Traffic from one layer 3 interface to another, as firewall rules are asked about it.
#pragma once

#include "core/doctor/match.h"
#include "core/doctor/topology.h"

#include <map>
#include <optional>
#include <string>

namespace core::doctor {

// Marks that mangle may put on a connection and its packets, and on how much of the traffic. Nothing in a map: never.
struct Marks {
    std::map<std::string, Match, std::less<>> connection, packet, routing;
    std::map<std::string, Match, std::less<>> packetBack; // of the packets that answer
};

// How much of the traffic carries any mark of one kind.
[[nodiscard]] inline Match anyOf(const std::map<std::string, Match, std::less<>>& marks) {
    Match any = Match::No;
    for (const auto& [name, match] : marks) {
        any = either(any, match);
    }
    return any;
}

struct Flow {
    std::string in, out; // interface names; "LAN" or "WAN" where the configuration names none
    std::string family = "ipv4";
    std::string protocol = "tcp";
    std::uint16_t destinationPort = 0, sourcePort = 0; // 0: any
    std::optional<AddressRange> source, destination;   // absent: any
    std::string state = "established";
    Match ipsecIn = Match::No, ipsecOut = Match::No; // came out of a tunnel; goes into one
    Marks marks;

    [[nodiscard]] Flow reversed() const {
        Flow back = *this;
        std::swap(back.in, back.out);
        std::swap(back.source, back.destination);
        std::swap(back.sourcePort, back.destinationPort);
        std::swap(back.ipsecIn, back.ipsecOut);
        std::swap(back.marks.packet, back.marks.packetBack);
        return back;
    }
};

} // namespace core::doctor
