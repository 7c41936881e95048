// What the kernel puts in front of a frame on packet sockets (PACKET_VNET_HDR) and TAP interfaces (IFF_VNET_HDR), and expects there: the
// hints about checksums and segments of offload.h. struct virtio_net_hdr, VIRTIO 1.2 section 5.1.6; <linux/virtio_net.h> is not C++.
#pragma once

#include "agent/io/coalescer.h"
#include "agent/io/offload.h"

#include <cstdint>

namespace agent::io {

struct VnetHeader {
    std::uint8_t flags;
    std::uint8_t gsoType;
    std::uint16_t headerLength;
    std::uint16_t gsoSize;
    std::uint16_t checksumStart;
    std::uint16_t checksumOffset;
};
static_assert(sizeof(VnetHeader) == 10);

[[nodiscard]] OffloadHints hintsOf(const VnetHeader& header);
// For the kernel to cut this one and to fill in its checksums.
[[nodiscard]] VnetHeader headerFor(const SuperFrame& frame);

} // namespace agent::io
