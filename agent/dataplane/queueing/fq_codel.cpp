#include "agent/dataplane/queueing/fq_codel.h"

#include "agent/dataplane/parse/flow_hash.h"
#include "agent/dataplane/queueing/flow_hash.h"

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
    Flow& flow;

    PacketBuf* pop() { return queue.pop(flow); }
    [[nodiscard]] std::uint64_t backlog() const { return queue.bytes(); }
    bool mark(PacketBuf* packet) { return queue.ecn_ && queue.mark(packet); }
    void drop(PacketBuf* packet) { queue.lose(packet); }
};

FqCodel::FqCodel(const QueueTypeConfig& type, PacketPool& pool, QueueOctets octets, std::uint32_t perturbation)
    : Queue(pool, octets, type.fqCodelMemlimit >= kMaxFrame)
    , codel_{type.fqCodelTarget, type.fqCodelInterval}
    , packetLimit_(std::max<std::size_t>(type.fqCodelLimit, 1))
    , memoryLimit_(type.fqCodelMemlimit)
    , quantum_(static_cast<std::int32_t>(std::clamp<std::uint32_t>(type.fqCodelQuantum, 1, 1u << 20)))
    , ecn_(type.fqCodelEcn)
    , ceThreshold_(type.fqCodelCeThreshold)
    , perturbation_(perturbation)
    , flows_(std::max<std::size_t>(type.fqCodelFlows, 1)) {}

FqCodel::~FqCodel() {
    FqCodel::clear();
}

std::size_t FqCodel::flowOf(const PacketBuf& packet) const {
    return bucketOf(mixHash(flowHashOf(packet) ^ perturbation_), flows_.size());
}

bool FqCodel::enqueue(PacketBuf* packet, core::base::Nanos now) {
    Flow& flow = flows_[flowOf(*packet)];
    admit(packet, now);
    flow.line.push(packet);
    flow.octets += sizeOf(packet);
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

PacketBuf* FqCodel::pop(Flow& flow) {
    PacketBuf* packet = flow.line.pop();
    if (packet != nullptr) {
        release(packet);
        flow.octets -= sizeOf(packet);
    }
    return packet;
}

// Only flows in the lists hold packets.
FqCodel::Flow* FqCodel::fattest() {
    Flow* most = nullptr;
    for (Flow* head : {newFlows_.head, oldFlows_.head}) {
        for (Flow* flow = head; flow != nullptr; flow = flow->next) {
            most = most == nullptr || flow->octets > most->octets ? flow : most;
        }
    }
    return most;
}

bool FqCodel::dropFromFattest(const PacketBuf* newcomer) {
    Flow& flow = *fattest();
    const std::uint32_t half = flow.octets / 2;
    std::uint32_t octets = 0;
    std::uint32_t count = 0;
    bool lostNewcomer = false;
    do {
        PacketBuf* packet = pop(flow);
        octets += sizeOf(packet);
        lostNewcomer = lostNewcomer || packet == newcomer;
        lose(packet);
    } while (++count < kDropBatch && octets < half);
    flow.codel.count += count; // CoDel of that line takes up from here
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
        Line line{*this, *flow};
        PacketBuf* packet = codelDequeue(flow->codel, codel_, now, line);
        if (packet != nullptr) {
            flow->deficit -= static_cast<std::int32_t>(sizeOf(packet));
            if (ceThreshold_ > 0 && now - packet->enqueuedAt > ceThreshold_) {
                mark(packet);
            }
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
    for (FlowList* list : {&newFlows_, &oldFlows_}) {
        for (; list->head != nullptr; list->pop()) {
            list->head->listed = false;
            while (PacketBuf* packet = pop(*list->head)) {
                lose(packet);
                ++freed;
            }
        }
    }
    return freed;
}

} // namespace agent::dataplane
