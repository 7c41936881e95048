// First-in-first-out list through PacketBuf::next. Owns nothing by itself: the queue around it frees what is left.
#pragma once

#include "agent/dataplane/packet/packet_buf.h"
#include "agent/dataplane/packet/prefetch.h"

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
            if (head_ != nullptr) {
                prefetch(head_); // it is next
            }
        }
        return packet;
    }

    // The next one to be popped, nullptr when empty; the others follow through PacketBuf::next.
    [[nodiscard]] PacketBuf* front() const { return head_; }
    // Takes out the packet behind `before` (nullptr: the first). There must be one, and it must not be the last.
    void takeAfter(PacketBuf* before) {
        PacketBuf*& link = before == nullptr ? head_ : before->next;
        link = link->next;
    }

private:
    PacketBuf* head_ = nullptr;
    PacketBuf* tail_ = nullptr; // meaningful only while head_ is set
};

} // namespace agent::dataplane
