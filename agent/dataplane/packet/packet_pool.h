// Fixed arena of packet buffers with a last-in-first-out free list (the warmest buffer is handed out first).
// Belongs to one thread. Never grows: an empty pool is counted and the packet is lost, as in a driver.
#pragma once

#include "agent/dataplane/packet/packet_buf.h"

#include <cstddef>
#include <cstdint>
#include <memory>

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
        if (free_ == nullptr) [[unlikely]] {
            ++exhausted_;
            return nullptr;
        }
        PacketBuf* p = free_;
        free_ = p->next;
        --available_;
        p->offset = kHeadroom;
        p->length = 0;
        return p;
    }
    void give(PacketBuf* p) {
        p->next = free_;
        free_ = p;
        ++available_;
    }
    [[nodiscard]] std::size_t available() const { return available_; }
    [[nodiscard]] std::size_t capacity() const { return capacity_; }
    [[nodiscard]] std::uint64_t exhausted() const { return exhausted_; }

private:
    std::unique_ptr<PacketBuf[], UnmapArena> arena_;
    PacketBuf* free_ = nullptr;
    std::size_t available_ = 0;
    std::size_t capacity_ = 0;
    std::uint64_t exhausted_ = 0;
};

} // namespace agent::dataplane
