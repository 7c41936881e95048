// Frames as messages for a sender with offloads: each with a VnetHeader in front, TCP segments in a row put together (coalescer.h).
//
//   packer.pack(frames);                                     // at most kMost
//   for (const Packer::Message& m : packer.messages()) ::writev(fd, m.parts, m.partCount);
//
// One thread. Points into the frames given; good until the next pack().
#pragma once

#include "agent/io/coalescer.h"
#include "agent/io/port.h"
#include "agent/io/vnet_header.h"

#include <array>
#include <span>
#include <sys/uio.h>

namespace agent::io {

class Packer {
public:
    static constexpr std::size_t kMost = 64;
    struct Message {
        iovec* parts;
        std::size_t partCount;
        std::size_t frames; // in it
    };

    void pack(std::span<const FrameView> frames);
    [[nodiscard]] std::span<const Message> messages() const { return {messages_.data(), count_}; }
    // For a kernel or an interface that takes no super-frames: from now on each frame is a message.
    void sendSingly() { together_ = false; }

private:
    std::size_t add(std::span<const FrameView> waiting);
    void addPart(const void* octets, std::size_t length) { parts_[partCount_++] = {const_cast<void*>(octets), length}; }

    std::array<SuperFrame, kMost> large_;
    std::array<VnetHeader, kMost> hints_;
    std::array<Message, kMost> messages_;
    std::array<iovec, 2 * kMost> parts_; // n ≥ 2 frames together: two headers and n payloads; one alone: two
    std::size_t count_ = 0, partCount_ = 0;
    bool together_ = true;
};

} // namespace agent::io
