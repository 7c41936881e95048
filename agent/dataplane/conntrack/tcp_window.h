// Whether a TCP segment can belong to a connection by its numbers: both ends' sequence spaces as a router in the middle learns them, after
// G. van Rooij, "Real Stateful TCP Packet Filtering in IP Filter" (2001), which Linux and RouterOS follow too. Windows may be scaled
// (RFC 7323) once both ends have offered it. A stream met in its middle is taken as it is found (loose-tcp-tracking).
//
//   TcpWindow window;
//   window.begin(synPacket, 0);
//   if (!window.admits(packet, direction)) …      // connection-state invalid; nothing has changed
//
// 32 octets a connection. A reset must lie in the window like any other segment.
#pragma once

#include "agent/dataplane/packet/packet_buf.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace agent::dataplane {

class alignas(32) TcpWindow {
public:
    // The first segment of this direction that is to be believed: a SYN, or whatever was met of a running stream.
    void begin(const PacketBuf& segment, std::uint8_t direction);
    // Compares with what is known, and learns from segments that fit. A direction that has not begun does so now.
    bool admits(const PacketBuf& segment, std::uint8_t direction);
    // Nothing is known any more: the fast handler has let segments pass unseen.
    void forget() { ends_ = {}; }

    // One end has sent what the other has not acknowledged.
    [[nodiscard]] bool unacknowledged() const { return ends_[0].unacknowledged || ends_[1].unacknowledged; }
    // Segments in a row that brought nothing new.
    [[nodiscard]] std::uint8_t repeats() const { return std::max(ends_[0].repeats, ends_[1].repeats); }

private:
    struct End {
        std::uint32_t end = 0;       // behind the last octet it has sent
        std::uint32_t mostEnd = 0;   // behind the last octet the other end allows it
        std::uint32_t maxWindow = 0; // the largest it has offered; 0: it has not begun
        std::uint8_t scale : 4 = 0;
        bool scaleOffered : 1 = false;
        bool unacknowledged : 1 = false;
        std::uint8_t repeats = 0;
    };
    std::array<End, 2> ends_{};
};
static_assert(sizeof(TcpWindow) == 32);

} // namespace agent::dataplane
