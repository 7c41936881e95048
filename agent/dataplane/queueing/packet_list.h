// First-in-first-out list through PacketBuf::next. Owns nothing by itself: the queue around it frees what is left.
#pragma once

#include "agent/dataplane/packet/packet_buf.h"

namespace agent::dataplane {

class PacketList {
public:
    [[nodiscard]] bool empty() const { return head_ == nullptr; }
    void push(PacketBuf* packet) {
        packet->next = nullptr;
        (head_ == nullptr ? head_ : tail_->next) = packet;
        tail_ = packet;
    }
    // nullptr when empty.
    PacketBuf* pop() {
        PacketBuf* packet = head_;
        if (packet != nullptr) {
            head_ = packet->next;
        }
        return packet;
    }

private:
    PacketBuf* head_ = nullptr;
    PacketBuf* tail_ = nullptr; // meaningful only while head_ is set
};

} // namespace agent::dataplane
