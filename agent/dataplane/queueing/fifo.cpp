#include "agent/dataplane/queueing/fifo.h"

namespace agent::dataplane {

Fifo::Fifo(PacketPool& pool, QueueOctets octets, std::uint64_t packetLimit, std::uint64_t octetLimit)
    : Queue(pool, octets, packetLimit > 0 && octetLimit >= kMaxFrame)
    , packetLimit_(packetLimit)
    , octetLimit_(octetLimit) {}

Fifo::~Fifo() {
    Fifo::clear();
}

bool Fifo::enqueue(PacketBuf* packet, core::base::Nanos now) {
    if (packets() >= packetLimit_ || bytes() + sizeOf(packet) > octetLimit_) {
        lose(packet);
        return false;
    }
    admit(packet, now);
    line_.push(packet);
    return true;
}

PacketBuf* Fifo::dequeue(core::base::Nanos) {
    PacketBuf* packet = line_.pop();
    if (packet != nullptr) {
        release(packet);
    }
    return packet;
}

std::size_t Fifo::clear() {
    std::size_t freed = 0;
    while (PacketBuf* packet = line_.pop()) {
        release(packet);
        lose(packet);
        ++freed;
    }
    return freed;
}

} // namespace agent::dataplane
