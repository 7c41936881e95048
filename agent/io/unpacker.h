// Makes what a receiver with offloads hands over into frames as they are on a wire: checksums complete, super-frames cut, a piece a call.
//
//   unpacker.start(frame, hintsOf(header));
//   while (!unpacker.empty()) { if (unpacker.deliver(slot)) use(slot); }
//
// One thread. Counts into the statistics of its port, which must outlive it.
#pragma once

#include "agent/io/offload.h"
#include "agent/io/port.h"

namespace agent::io {

class Unpacker {
public:
    explicit Unpacker(PortStats& stats) : stats_(stats) {}

    // The frame must stay where it is until empty(); its checksum may be filled in.
    void start(std::span<std::uint8_t> frame, const OffloadHints& hints);
    [[nodiscard]] bool empty() const { return whole_.empty() && segmenter_.done(); }
    // The frame, or the next piece of it, goes to the slot. False: it fits no slot of this size, and the rest of it is given up as well.
    bool deliver(FrameSlot& slot);

private:
    PortStats& stats_;
    Segmenter segmenter_;
    std::span<const std::uint8_t> whole_;
};

} // namespace agent::io
