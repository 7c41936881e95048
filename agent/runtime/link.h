// The transmitter of one port of the router: a ring of 256 packets in front of a line of the port's speed. A full ring refuses.
//
//   if (!link.send(packet, now)) pool.give(packet);
//   link.drain(now, [&](PacketBuf* p, Nanos at) { … });     // whose last bit has left by `now`
//
// Owns the packets in it. Speed 0: no line at all, packets are ready at once.
#pragma once

#include "agent/dataplane/packet/packet_buf.h"
#include "agent/traffic/line.h"
#include "agent/traffic/packet_fifo.h"

#include <cstddef>
#include <cstdint>

namespace agent::runtime {

class Link {
public:
    static constexpr std::size_t kRing = 256;

    explicit Link(std::uint64_t bps) : bps_(bps), line_(bps) {}

    [[nodiscard]] std::size_t room() const { return kRing - ring_.size(); }
    // False: full; the packet stays the caller's.
    bool send(dataplane::PacketBuf* packet, core::base::Nanos now) {
        if (ring_.size() >= kRing) {
            return false;
        }
        ring_.push(packet, bps_ == 0 ? now : line_.transmit(packet->wireLength(), now));
        return true;
    }
    template <class Deliver> void drain(core::base::Nanos now, Deliver&& deliver) {
        while (dataplane::PacketBuf* packet = ring_.popDue(now)) {
            deliver(packet, packet->enqueuedAt);
        }
    }
    [[nodiscard]] core::base::Nanos next() const { return ring_.next(); }

private:
    std::uint64_t bps_;
    traffic::Line line_;
    traffic::PacketFifo ring_;
};

} // namespace agent::runtime
