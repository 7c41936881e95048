// A port to the outside: moves whole Ethernet frames (destination MAC first, no FCS) as octets. Never blocks.
//
//   auto port = openPort("af_packet:eth1");
//   if (!port) return report(port.error());
//   std::size_t n = (*port)->receive(slots);         // fills slots[0..n), sets length
//   std::size_t sent = (*port)->send(frames);
//
// Ownership: buffers stay the caller's; nothing is kept after a call returns.
// Threads: one thread uses a port. fd() goes into the caller's epoll set (EPOLLIN); read until receive() returns less than asked.
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace agent::io {

// Room for one received frame.
struct FrameSlot {
    std::uint8_t* buffer = nullptr;
    std::uint32_t capacity = 0;
    std::uint32_t length = 0; // set by receive()
};

struct FrameView {
    const std::uint8_t* bytes = nullptr;
    std::uint32_t length = 0;
};

struct PortStats {
    std::uint64_t rxFrames = 0, rxBytes = 0; // handed to the caller
    std::uint64_t txFrames = 0, txBytes = 0; // accepted by the kernel
    std::uint64_t rxDropped = 0;             // the kernel lost them because nobody read in time
    std::uint64_t rxTooLong = 0;             // longer than the slot, or a super-frame that cannot be segmented
    std::uint64_t txDropped = 0;             // refused by the kernel: full queue, too long, interface down
    std::uint64_t superFrames = 0;           // received in one piece (GSO) and cut into frames
    std::uint64_t superFramesSent = 0;       // frames put together for the kernel to cut
    std::uint64_t checksumsCompleted = 0;
};

// Notes frames the kernel took in one piece.
inline void countSent(PortStats& stats, std::span<const FrameView> together) {
    stats.superFramesSent += together.size() > 1 ? 1u : 0u;
    stats.txFrames += together.size();
    for (const FrameView& frame : together) {
        stats.txBytes += frame.length;
    }
}

class Port {
public:
    virtual ~Port() = default;

    // Fills slots from the front; returns how many. 0: nothing there now.
    virtual std::size_t receive(std::span<FrameSlot> slots) = 0;
    // Returns how many of the frames the kernel took; the others are lost and counted, as on a full ring.
    virtual std::size_t send(std::span<const FrameView> frames) = 0;
    // True when frames are waiting inside the port (the rest of a super-frame) although fd() is not readable.
    [[nodiscard]] virtual bool pending() const = 0;
    [[nodiscard]] virtual int fd() const = 0;
    [[nodiscard]] virtual const std::string& interfaceName() const = 0;
    [[nodiscard]] virtual PortStats stats() = 0;
};

// "af_packet:IFNAME" listens on an existing interface (which should have no addresses of its own, or the host answers as well),
// "af_xdp:IFNAME" takes an existing one's frames before the host sees them (af_xdp_port.h), "tap:IFNAME" creates (or joins) a TAP interface of that name.
// Errors: InvalidInput (unknown kind, bad or too long name), NotFound (no such interface), PermissionDenied (CAP_NET_RAW or
// CAP_NET_ADMIN missing), AddressInUse (another program holds the TAP
// interface or has an XDP program on the interface), Unsupported (kernel without TAP or XDP), Io (interface is down, anything else). The text names interface and remedy.
core::base::Result<std::unique_ptr<Port>> openPort(std::string_view binding);

struct UsableBinding {
    std::string binding;
    std::string why; // it is another one than asked for; empty: it is not
};
// What to open instead of an "af_xdp:IFNAME" that kernel or driver refuse: "af_packet:IFNAME". Anything else comes back as it is.
[[nodiscard]] UsableBinding usableBinding(const std::string& binding);

} // namespace agent::io
