#include "agent/io/unpacker.h"

#include <cstring>

namespace agent::io {

void Unpacker::start(std::span<std::uint8_t> frame, const OffloadHints& hints) {
    if (hints.segments != OffloadHints::Segments::None) {
        ++(segmenter_.start(frame, hints) ? stats_.superFrames : stats_.rxTooLong);
        return;
    }
    if (hints.needsChecksum && completeChecksum(frame, hints)) {
        ++stats_.checksumsCompleted;
    }
    whole_ = frame;
}

bool Unpacker::deliver(FrameSlot& slot) {
    const std::size_t length = whole_.empty() ? segmenter_.nextLength() : whole_.size();
    if (length > slot.capacity) {
        ++stats_.rxTooLong;
        segmenter_ = {};
        whole_ = {};
        return false;
    }
    if (whole_.empty()) {
        segmenter_.next(slot.buffer);
    } else {
        std::memcpy(slot.buffer, whole_.data(), length);
        whole_ = {};
    }
    slot.length = static_cast<std::uint32_t>(length);
    ++stats_.rxFrames;
    stats_.rxBytes += length;
    return true;
}

} // namespace agent::io
