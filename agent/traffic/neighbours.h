// A host's ARP cache: next hops by IPv4 address, each with the packets that wait for its MAC (RFC 826, RFC 1122 section 2.3.2).
#pragma once

#include "agent/dataplane/parse/ethernet.h"
#include "agent/traffic/packet_fifo.h"

#include <cstdint>
#include <deque>

namespace agent::traffic {

struct Neighbour {
    std::uint32_t address = 0;
    dataplane::MacKey mac = 0; // 0: not known yet
    core::base::Nanos confirmedAt = 0;
    core::base::Nanos askedAt = -core::base::kSecond;
    PacketFifo waiting;
};

class Neighbours {
public:
    static constexpr std::size_t kMaxWaiting = 16;                                // packets per neighbour
    static constexpr core::base::Nanos kRetry = core::base::kSecond;              // at most one request a second
    static constexpr core::base::Nanos kReachable = 30 * core::base::kSecond;     // then asked again while still used

    // Entries never move and never go: hosts talk to a handful of others.
    Neighbour& entry(std::uint32_t address) {
        for (Neighbour& neighbour : entries_) {
            if (neighbour.address == address) {
                return neighbour;
            }
        }
        entries_.emplace_back().address = address;
        return entries_.back();
    }
    std::deque<Neighbour>& all() { return entries_; }

    [[nodiscard]] static bool mustAsk(const Neighbour& neighbour, core::base::Nanos at) {
        return (neighbour.mac == 0 || at - neighbour.confirmedAt > kReachable) && at - neighbour.askedAt >= kRetry;
    }

private:
    std::deque<Neighbour> entries_;
};

} // namespace agent::traffic
