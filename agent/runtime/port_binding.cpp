#include "agent/runtime/port_binding.h"

#include <algorithm>
#include <span>

namespace agent::runtime {

using dataplane::kBatchSize;
using dataplane::PacketBuf;

PortBinding::~PortBinding() {
    for (std::size_t i = 0; i < emptyCount_; ++i) {
        pool_.give(empty_[i]);
    }
    for (PacketBuf* packet : leaving_) {
        pool_.give(packet);
    }
}

void PortBinding::receive(dataplane::Batch& batch) {
    while (emptyCount_ < kBatchSize) {
        PacketBuf* packet = pool_.take();
        if (packet == nullptr) {
            break;
        }
        empty_[emptyCount_++] = packet;
    }
    std::array<io::FrameSlot, kBatchSize> slots;
    for (std::size_t i = 0; i < emptyCount_; ++i) {
        slots[i] = {empty_[i]->frame(), dataplane::kMaxFrame, 0};
    }
    const std::size_t received = port_->receive(std::span(slots.data(), emptyCount_));
    for (std::size_t i = 0; i < received; ++i) {
        empty_[i]->length = static_cast<std::uint16_t>(slots[i].length);
        batch.push(empty_[i]);
    }
    std::move(empty_.begin() + static_cast<std::ptrdiff_t>(received), empty_.begin() + static_cast<std::ptrdiff_t>(emptyCount_), empty_.begin());
    emptyCount_ -= received;
}

void PortBinding::send(PacketBuf* packet) {
    leaving_.push(packet);
    if (leaving_.full()) {
        flush();
    }
}

void PortBinding::flush() {
    if (leaving_.count == 0) {
        return;
    }
    std::array<io::FrameView, kBatchSize> views;
    for (std::size_t i = 0; i < leaving_.count; ++i) {
        views[i] = {leaving_.packets[i]->frame(), leaving_.packets[i]->length};
    }
    port_->send(std::span(views.data(), leaving_.count)); // what the kernel refuses is lost there, as on a full wire
    for (PacketBuf* packet : leaving_) {
        pool_.give(packet);
    }
    leaving_.clear();
}

} // namespace agent::runtime
