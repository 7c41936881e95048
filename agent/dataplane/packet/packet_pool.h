// Fixed arena of packet buffers with a last-in-first-out free list (the warmest buffer is handed out first).
// Belongs to one thread. Never grows: an empty pool is counted and the packet is lost, as in a driver.
#pragma once

#include "agent/dataplane/packet/packet_buf.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace agent::dataplane {

struct UnmapArena {
    std::size_t bytes = 0;
    void operator()(PacketBuf* arena) const;
};

class PacketPool {
public:
    explicit PacketPool(std::size_t buffers);
    PacketPool(const PacketPool&) = delete;
    PacketPool& operator=(const PacketPool&) = delete;

    // An empty frame with headroom in front; nullptr when the pool is exhausted (counted).
    [[nodiscard]] PacketBuf* take() {
        if (available_ == 0) [[unlikely]] {
            ++exhausted_;
            return nullptr;
        }
        return emptied(free_[--available_]);
    }
    // Fills `out` from its front; returns how many there were, counts those that lacked.
    [[nodiscard]] std::size_t take(std::span<PacketBuf*> out) {
        const std::size_t count = out.size() < available_ ? out.size() : available_;
        exhausted_ += out.size() - count;
        available_ -= count;
        for (std::size_t i = 0; i < count; ++i) {
            out[i] = emptied(free_[available_ + i]);
        }
        return count;
    }
    void give(PacketBuf* p) { free_[available_++] = p; }
    void give(std::span<PacketBuf* const> packets) {
        std::copy(packets.begin(), packets.end(), free_.get() + available_);
        available_ += packets.size();
    }
    [[nodiscard]] std::size_t available() const { return available_; }
    [[nodiscard]] std::size_t capacity() const { return capacity_; }
    [[nodiscard]] std::uint64_t exhausted() const { return exhausted_; }

private:
    static PacketBuf* emptied(PacketBuf* p) {
        p->offset = kHeadroom;
        p->length = 0;
        return p;
    }

    std::unique_ptr<PacketBuf[], UnmapArena> arena_;
    std::unique_ptr<PacketBuf*[]> free_; // a stack: no free buffer is touched to find the next one
    std::size_t available_ = 0;
    std::size_t capacity_ = 0;
    std::uint64_t exhausted_ = 0;
};

} // namespace agent::dataplane
