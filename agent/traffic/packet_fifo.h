// Packets on their way, in order of the time they are due; linked through PacketBuf::next, due time in PacketBuf::enqueuedAt.
// Owns the packets in it; who destroys a filled one must drain it into the pool first.
#pragma once

#include "agent/dataplane/packet/packet_buf.h"
#include "agent/dataplane/packet/prefetch.h"
#include "agent/traffic/timer_queue.h"

#include <cstddef>

namespace agent::traffic {

class PacketFifo {
public:
    void push(dataplane::PacketBuf* packet, core::base::Nanos due) {
        packet->enqueuedAt = due;
        packet->next = nullptr;
        (tail_ == nullptr ? head_ : tail_->next) = packet;
        tail_ = packet;
        ++size_;
    }
    // The first packet when it is due, otherwise nullptr.
    dataplane::PacketBuf* popDue(core::base::Nanos now) {
        dataplane::PacketBuf* packet = head_;
        if (packet == nullptr || packet->enqueuedAt > now) {
            return nullptr;
        }
        head_ = packet->next;
        if (head_ == nullptr) {
            tail_ = nullptr;
        } else {
            dataplane::prefetch(head_); // it is next
        }
        --size_;
        return packet;
    }
    [[nodiscard]] core::base::Nanos next() const { return head_ == nullptr ? kNever : head_->enqueuedAt; }
    [[nodiscard]] std::size_t size() const { return size_; }

private:
    dataplane::PacketBuf* head_ = nullptr;
    dataplane::PacketBuf* tail_ = nullptr;
    std::size_t size_ = 0;
};

} // namespace agent::traffic
