#include "agent/io/packer.h"

namespace agent::io {

void Packer::pack(std::span<const FrameView> frames) {
    count_ = partCount_ = 0;
    for (std::size_t packed = 0; packed < frames.size();) {
        packed += add(frames.subspan(packed));
    }
}

// One message from the front; returns how many frames are in it.
std::size_t Packer::add(std::span<const FrameView> waiting) {
    SuperFrame& big = large_[count_];
    VnetHeader& hint = hints_[count_];
    Message& message = messages_[count_++];
    message.frames = together_ ? coalesce(waiting, big) : 1;
    message.parts = &parts_[partCount_];
    const std::size_t first = partCount_;
    addPart(&hint, sizeof hint);
    if (message.frames == 1) {
        hint = {};
        addPart(waiting[0].bytes, waiting[0].length);
    } else {
        hint = headerFor(big);
        addPart(big.header.data(), big.headerLength);
        for (std::size_t i = 0; i < big.count; ++i) {
            addPart(big.payloads[i].bytes, big.payloads[i].length);
        }
    }
    message.partCount = partCount_ - first;
    return message.frames;
}

} // namespace agent::io
