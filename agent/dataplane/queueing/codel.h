// Controlled delay (RFC 8289): what one line of packets remembers, and taking the next packet from it.
//
//   PacketBuf* p = codelDequeue(state, parameters, now, line);
//
// `Line` is what the state watches over:
//   PacketBuf* pop();                  // next packet, nullptr when empty; enqueuedAt is set
//   std::uint64_t backlog() const;     // octets still waiting after pop()
//   bool mark(PacketBuf*);             // true: told the sender by ECN, the packet lives
//   void drop(PacketBuf*);             // takes the packet
#pragma once

#include "agent/dataplane/packet/packet_buf.h"
#include "core/base/units.h"

#include <cmath>
#include <cstdint>

namespace agent::dataplane {

struct CodelParameters {
    core::base::Nanos target = 5 * core::base::kMillisecond;
    core::base::Nanos interval = 100 * core::base::kMillisecond;
    std::uint32_t maxPacket = 1514; // with no more than this waiting, delay is not a standing queue
};

// Names as in RFC 8289 section 5.
struct CodelState {
    core::base::Nanos firstAboveTime = 0; // when sojourn will have been above target for one interval; 0: it is below
    core::base::Nanos dropNext = 0;
    std::uint32_t count = 0;
    std::uint32_t lastCount = 0;
    bool dropping = false;
};

namespace detail {

inline core::base::Nanos codelControlLaw(core::base::Nanos t, core::base::Nanos interval, std::uint32_t count) {
    return t + static_cast<core::base::Nanos>(static_cast<double>(interval) / std::sqrt(static_cast<double>(count)));
}

// Section 5.6: whether the packet just taken has waited too long for too long.
inline bool codelOkToDrop(CodelState& state, const CodelParameters& parameters, core::base::Nanos now, const PacketBuf* packet,
                          std::uint64_t backlog) {
    if (packet == nullptr || now - packet->enqueuedAt < parameters.target || backlog <= parameters.maxPacket) {
        state.firstAboveTime = 0;
        return false;
    }
    if (state.firstAboveTime == 0) {
        state.firstAboveTime = now + parameters.interval;
        return false;
    }
    return now >= state.firstAboveTime;
}

} // namespace detail

template <class Line> PacketBuf* codelDequeue(CodelState& state, const CodelParameters& parameters, core::base::Nanos now, Line& line) {
    PacketBuf* packet = line.pop();
    bool okToDrop = detail::codelOkToDrop(state, parameters, now, packet, line.backlog());
    if (state.dropping) {
        state.dropping = okToDrop;
        while (state.dropping && now >= state.dropNext) {
            ++state.count;
            if (line.mark(packet)) {
                state.dropNext = detail::codelControlLaw(state.dropNext, parameters.interval, state.count);
                return packet;
            }
            line.drop(packet);
            packet = line.pop();
            state.dropping = detail::codelOkToDrop(state, parameters, now, packet, line.backlog());
            if (state.dropping) {
                state.dropNext = detail::codelControlLaw(state.dropNext, parameters.interval, state.count);
            }
        }
    } else if (okToDrop) {
        if (!line.mark(packet)) {
            line.drop(packet);
            packet = line.pop();
            detail::codelOkToDrop(state, parameters, now, packet, line.backlog());
        }
        state.dropping = true;
        // Back soon after the last episode: go on near the rate that controlled the queue then.
        const std::uint32_t delta = state.count - state.lastCount;
        state.count = delta > 1 && now - state.dropNext < 16 * parameters.interval ? delta : 1;
        state.dropNext = detail::codelControlLaw(now, parameters.interval, state.count);
        state.lastCount = state.count;
    }
    return packet;
}

} // namespace agent::dataplane
