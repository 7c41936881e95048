// The reverse of Segmenter: TCP segments that follow one another become one super-frame, so that a row of them costs one system call.
// Only what a segmenting receiver turns back into exactly the same frames is put together: one flow, sequence and identification that
// count up, equal headers, all of one size but a shorter last one, ACK with or without a PSH on the last, every checksum right.
//
//   SuperFrame big;
//   const std::size_t n = coalesce(frames, big);   // frames[0 … n) go out together; 1: alone, `big` is not filled
//
// Pure functions of octets; nothing is copied but the headers. IPv4 without options behind an untagged Ethernet header.
#pragma once

#include "agent/io/offload.h"
#include "agent/io/port.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace agent::io {

struct SuperFrame {
    static constexpr std::size_t kMostSegments = 44;
    static constexpr std::size_t kMostHeader = 14 + 20 + 60;

    std::array<std::uint8_t, kMostHeader> header; // of all of them: lengths of the whole, checksum of the pseudo header only
    std::size_t headerLength = 0;
    std::array<FrameView, kMostSegments> payloads; // inside the frames given
    std::size_t count = 0;
    std::uint16_t segmentSize = 0;
    std::uint16_t checksumStart = 0;
    [[nodiscard]] std::size_t length() const {
        std::size_t octets = headerLength;
        for (std::size_t i = 0; i < count; ++i) {
            octets += payloads[i].length;
        }
        return octets;
    }
};

// How many of the frames, from the first on, are one super-frame; at least 1 when there is one.
[[nodiscard]] std::size_t coalesce(std::span<const FrameView> frames, SuperFrame& out);

} // namespace agent::io
