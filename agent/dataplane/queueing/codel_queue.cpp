#include "agent/dataplane/queueing/codel_queue.h"

namespace agent::dataplane {

struct CodelQueue::Line {
    CodelQueue& queue;

    PacketBuf* pop() {
        PacketBuf* packet = queue.line_.pop();
        if (packet != nullptr) {
            queue.release(packet);
        }
        return packet;
    }
    [[nodiscard]] std::uint64_t backlog() const { return queue.bytes(); }
    bool mark(PacketBuf* packet) { return queue.config_.ecn && queue.mark(packet); }
    void drop(PacketBuf* packet) { queue.lose(packet); }
};

CodelQueue::CodelQueue(const CodelConfig& config, PacketPool& pool, QueueOctets octets)
    : Queue(pool, octets, true)
    , config_(config)
    , parameters_{config.target, config.interval} {}

CodelQueue::~CodelQueue() {
    CodelQueue::clear();
}

bool CodelQueue::enqueue(PacketBuf* packet, core::base::Nanos now) {
    if (packets() >= config_.limit) {
        lose(packet);
        return false;
    }
    admit(packet, now);
    line_.push(packet);
    return true;
}

PacketBuf* CodelQueue::dequeue(core::base::Nanos now) {
    Line line{*this};
    PacketBuf* packet = codelDequeue(state_, parameters_, now, line);
    if (packet != nullptr && config_.ceThreshold > 0 && now - packet->enqueuedAt > config_.ceThreshold) {
        mark(packet);
    }
    return packet;
}

std::size_t CodelQueue::clear() {
    std::size_t freed = 0;
    while (PacketBuf* packet = line_.pop()) {
        release(packet);
        lose(packet);
        ++freed;
    }
    return freed;
}

} // namespace agent::dataplane
