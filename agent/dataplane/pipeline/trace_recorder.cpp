#include "agent/dataplane/pipeline/trace_recorder.h"

#include "agent/dataplane/queueing/admission.h"

#include <algorithm>
#include <cstring>

namespace agent::dataplane {

namespace {

constexpr std::size_t kRoom = 4096;        // events between two take()
constexpr std::size_t kMostFollowed = 256; // buffers at a time, copies counted

} // namespace

void TraceRecorder::start(const TraceFilter& filter) {
    stop();
    filter_ = filter;
    filter_.count = std::clamp<std::uint32_t>(filter.count, 1, kMostTraced);
    followed_.reserve(kMostFollowed);
    steps_.reserve(filter_.count);
    events_.reserve(kRoom);
    on_ = true;
}

void TraceRecorder::stop() {
    on_ = false;
    lost_ = 0;
    followed_ = {};
    steps_ = {};
    events_ = {};
}

TraceReport TraceRecorder::take() {
    TraceReport report;
    report.running = on_;
    report.finished = on_ && steps_.size() == filter_.count && followed_.empty();
    report.begun = static_cast<std::uint32_t>(steps_.size());
    report.lost = lost_;
    report.events.assign(events_.begin(), events_.end());
    events_.clear();
    return report;
}

const TraceRecorder::Followed* TraceRecorder::find(const PacketBuf& p) const {
    const auto found = std::find_if(followed_.begin(), followed_.end(), [&](const Followed& f) { return f.buffer == &p; });
    return found == followed_.end() ? nullptr : &*found;
}

void TraceRecorder::forget(const PacketBuf& p) {
    std::erase_if(followed_, [&](const Followed& f) { return f.buffer == &p; });
}

// The buffer is used again although nobody said what became of the packet in it: only queues drop without a word.
void TraceRecorder::lostInQueue(const PacketBuf& p) {
    const Followed* old = find(p);
    if (old == nullptr) {
        return;
    }
    if (events_.size() < kRoom) {
        TraceEvent event = old->last;
        event.time = now_;
        event.step = ++steps_[old->packet - 1];
        event.stage = TraceStage::Queue;
        event.decision = TraceDecision::No;
        event.code = static_cast<std::uint8_t>(Admission::Dropped);
        events_.push_back(event);
    }
    forget(p);
}

bool TraceRecorder::matches(const PacketBuf& p, IfIndex ether) const {
    const TraceFilter& f = filter_;
    const bool port = f.etherPorts.empty() || std::find(f.etherPorts.begin(), f.etherPorts.end(), ether) != f.etherPorts.end();
    if (!port || (f.vlan && *f.vlan != p.vlan)) {
        return false;
    }
    const bool asksIp = f.src || f.dst || f.any || f.protocol || f.srcPort || f.dstPort || f.anyPort;
    if (!asksIp) {
        return true;
    }
    if ((p.flags & kIsIpv4) == 0 || (f.src && !f.src->contains(p.src)) || (f.dst && !f.dst->contains(p.dst)) ||
        (f.any && !f.any->contains(p.src) && !f.any->contains(p.dst)) || (f.protocol && *f.protocol != p.protocol)) {
        return false;
    }
    const bool asksPorts = f.srcPort || f.dstPort || f.anyPort;
    return !asksPorts || ((p.flags & kHasPorts) != 0 && (!f.srcPort || f.srcPort->contains(p.sport)) &&
                          (!f.dstPort || f.dstPort->contains(p.dport)) &&
                          (!f.anyPort || f.anyPort->contains(p.sport) || f.anyPort->contains(p.dport)));
}

void TraceRecorder::admit(const PacketBuf& p, IfIndex ether) {
    lostInQueue(p);
    if (steps_.size() >= filter_.count || followed_.size() >= kMostFollowed || !matches(p, ether)) {
        return;
    }
    steps_.push_back(0);
    followed_.push_back({&p, static_cast<std::uint32_t>(steps_.size()), {}});
    TraceEvent event;
    event.stage = TraceStage::Ingress;
    event.interface = ether;
    event.value = p.length;
    note(p, event);
}

void TraceRecorder::note(const PacketBuf& p, TraceEvent event) {
    Followed* followed = find(p);
    if (followed == nullptr) {
        return;
    }
    event.time = now_;
    event.packet = followed->packet;
    event.path = p.path;
    event.src = p.src;
    event.dst = p.dst;
    event.sport = p.sport;
    event.dport = p.dport;
    event.length = p.length;
    event.vlan = p.vlan;
    event.packetMark = p.packetMark;
    event.protocol = p.protocol;
    event.ttl = p.ttl;
    event.flags = p.flags;
    event.tcpFlags = p.tcpFlags;
    std::memcpy(event.link.data(), p.frame(), std::min<std::size_t>(p.length, event.link.size()));
    std::uint16_t& step = steps_[followed->packet - 1];
    if (step >= kMostSteps || events_.size() >= kRoom) {
        ++lost_;
    } else {
        event.step = ++step;
        events_.push_back(event);
    }
    followed->last = event;
}

const TraceEvent* TraceRecorder::last(const PacketBuf& p) const {
    const Followed* followed = find(p);
    return followed == nullptr ? nullptr : &followed->last;
}

void TraceRecorder::copied(const PacketBuf& p, const PacketBuf& copy, bool copyFollows) {
    lostInQueue(copy);
    const Followed* original = find(p);
    if (original == nullptr || followed_.size() >= kMostFollowed) {
        return;
    }
    TraceEvent event;
    event.stage = TraceStage::Copy;
    note(p, event);
    if (copyFollows) {
        Followed twin = *find(p);
        twin.buffer = &copy;
        followed_.push_back(twin);
    }
}

void TraceRecorder::left(const PacketBuf& p, IfIndex ether) {
    TraceEvent event;
    event.stage = TraceStage::Egress;
    event.decision = TraceDecision::Yes;
    event.interface = ether;
    event.value = p.length;
    note(p, event);
    forget(p);
}

void TraceRecorder::dropped(const PacketBuf& p, DropReason reason) {
    TraceEvent event;
    event.stage = TraceStage::Drop;
    event.decision = TraceDecision::No;
    event.code = static_cast<std::uint8_t>(reason);
    note(p, event);
    forget(p);
}

void TraceRecorder::ended(const PacketBuf& p) {
    TraceEvent event;
    event.stage = TraceStage::Local;
    event.decision = TraceDecision::Yes;
    note(p, event);
    forget(p);
}

} // namespace agent::dataplane
