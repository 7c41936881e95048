#include "agent/dataplane/queueing/fq_codel.h"

#include "agent/dataplane/queueing/ecn.h"

#include <algorithm>

namespace agent::dataplane {

namespace {
constexpr std::size_t kDropBatch = 64; // RFC 8290 section 4.1.1
} // namespace

void FqCodel::FlowList::push(Flow* flow) {
    flow->next = nullptr;
    (head == nullptr ? head : tail->next) = flow;
    tail = flow;
}

void FqCodel::FlowList::pop() {
    head = head->next;
}

// One flow as CoDel sees it.
struct FqCodel::Line {
    FqCodel& queue;
    std::size_t flow;

    PacketBuf* pop() { return queue.pop(flow); }
    [[nodiscard]] std::uint64_t backlog() const { return queue.bytes(); }
    bool mark(PacketBuf* packet) {
        const bool marked = queue.ecn_ && markCongestionExperienced(*packet);
        queue.marked_ += marked ? 1 : 0;
        return marked;
    }
    void drop(PacketBuf* packet) { queue.lose(packet); }
};

FqCodel::FqCodel(const QueueTypeConfig& type, PacketPool& pool, QueueOctets octets, std::uint32_t perturbation)
    : Queue(pool, octets)
    , codel_{type.fqCodelTarget, type.fqCodelInterval}
    , packetLimit_(std::max<std::size_t>(type.fqCodelLimit, 1))
    , memoryLimit_(type.fqCodelMemlimit)
    , quantum_(std::max<std::int64_t>(type.fqCodelQuantum, 1))
    , ecn_(type.fqCodelEcn)
    , perturbation_(perturbation)
    , flows_(std::max<std::size_t>(type.fqCodelFlows, 1))
    , backlogs_(flows_.size()) {}

FqCodel::~FqCodel() {
    FqCodel::clear();
}

std::size_t FqCodel::flowOf(const PacketBuf& packet) const {
    std::uint32_t hash = (packet.flowHash ^ perturbation_) * 0x9e3779b1u; // golden ratio: spreads low bits upwards
    hash ^= hash >> 15;
    hash *= 0x85ebca6bu;
    hash ^= hash >> 13;
    return static_cast<std::size_t>((static_cast<std::uint64_t>(hash) * flows_.size()) >> 32);
}

bool FqCodel::enqueue(PacketBuf* packet, core::base::Nanos now) {
    const std::size_t index = flowOf(*packet);
    Flow& flow = flows_[index];
    admit(packet, now);
    flow.line.push(packet);
    backlogs_[index] += sizeOf(packet);
    if (!flow.listed) {
        flow.listed = true;
        flow.deficit = quantum_;
        newFlows_.push(&flow);
    }
    bool lost = false;
    while (packets() > packetLimit_ || (bytes() > memoryLimit_ && packets() > 0)) {
        lost = dropFromFattest(packet) || lost;
    }
    return !lost;
}

PacketBuf* FqCodel::pop(std::size_t flow) {
    PacketBuf* packet = flows_[flow].line.pop();
    if (packet != nullptr) {
        release(packet);
        backlogs_[flow] -= sizeOf(packet);
    }
    return packet;
}

bool FqCodel::dropFromFattest(const PacketBuf* newcomer) {
    const std::size_t index = static_cast<std::size_t>(std::max_element(backlogs_.begin(), backlogs_.end()) - backlogs_.begin());
    const std::uint64_t half = backlogs_[index] / 2;
    std::uint64_t octets = 0;
    std::uint32_t count = 0;
    bool lostNewcomer = false;
    do {
        PacketBuf* packet = pop(index);
        octets += sizeOf(packet);
        lostNewcomer = lostNewcomer || packet == newcomer;
        lose(packet);
    } while (++count < kDropBatch && octets < half);
    flows_[index].codel.count += count; // CoDel of that line takes up from here
    return lostNewcomer;
}

PacketBuf* FqCodel::dequeue(core::base::Nanos now) {
    for (;;) {
        const bool fromNew = newFlows_.head != nullptr;
        FlowList& list = fromNew ? newFlows_ : oldFlows_;
        Flow* flow = list.head;
        if (flow == nullptr) {
            return nullptr;
        }
        if (flow->deficit <= 0) {
            flow->deficit += quantum_;
            list.pop();
            oldFlows_.push(flow);
            continue;
        }
        Line line{*this, static_cast<std::size_t>(flow - flows_.data())};
        PacketBuf* packet = codelDequeue(flow->codel, codel_, now, line);
        if (packet != nullptr) {
            flow->deficit -= sizeOf(packet);
            return packet;
        }
        list.pop();
        if (fromNew && oldFlows_.head != nullptr) {
            oldFlows_.push(flow); // one round as an old flow, or it could starve the others by coming back as new
        } else {
            flow->listed = false;
        }
    }
}

std::size_t FqCodel::clear() {
    std::size_t freed = 0;
    for (std::size_t i = 0; packets() > 0; ++i) {
        while (PacketBuf* packet = pop(i)) {
            lose(packet);
            ++freed;
        }
    }
    return freed; // emptied flows leave the lists at the next dequeue()
}

} // namespace agent::dataplane
