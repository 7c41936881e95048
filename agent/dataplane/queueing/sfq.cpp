#include "agent/dataplane/queueing/sfq.h"

#include "agent/dataplane/parse/flow_hash.h"
#include "agent/dataplane/queueing/flow_hash.h"

#include <algorithm>

namespace agent::dataplane {

Sfq::Sfq(const SfqConfig& config, PacketPool& pool, QueueOctets octets, std::uint32_t seed)
    : Queue(pool, octets, true)
    , config_(config)
    , lines_(kLines)
    , salt_(mixHash(seed)) {
    config_.allot = std::max(config_.allot, 1u);
}

Sfq::~Sfq() {
    Sfq::clear();
}

void Sfq::appendToRound(std::uint16_t line) {
    lines_[line].next = kNone;
    lines_[line].listed = true;
    (first_ == kNone ? first_ : lines_[last_].next) = line;
    last_ = line;
}

void Sfq::leaveRound() {
    lines_[first_].listed = false;
    first_ = lines_[first_].next;
}

void Sfq::push(PacketBuf* packet) {
    const auto index = static_cast<std::uint16_t>(bucketOf(mixHash(flowHashOf(*packet) ^ salt_), kLines));
    Line& line = lines_[index];
    line.packets.push(packet);
    ++line.count;
    if (!line.listed) {
        line.allotment = static_cast<std::int32_t>(config_.allot);
        appendToRound(index);
    }
}

PacketBuf* Sfq::pop(Line& line) {
    PacketBuf* packet = line.packets.pop();
    --line.count;
    return packet;
}

// At most 128 packets wait, so this is a short walk.
void Sfq::perturb(core::base::Nanos now) {
    if (config_.perturb == 0) {
        return;
    }
    if (perturbAt_ == 0) {
        perturbAt_ = now + config_.perturb;
    }
    if (now < perturbAt_) [[likely]] {
        return;
    }
    perturbAt_ = now + config_.perturb;
    PacketList waiting;
    for (; first_ != kNone; leaveRound()) {
        while (lines_[first_].count > 0) {
            waiting.push(pop(lines_[first_]));
        }
    }
    salt_ = mixHash(salt_ + 1);
    while (PacketBuf* packet = waiting.pop()) {
        push(packet);
    }
}

PacketBuf* Sfq::dropFromLongest() {
    std::uint16_t longest = first_;
    for (std::uint16_t index = first_; index != kNone; index = lines_[index].next) {
        longest = lines_[index].count > lines_[longest].count ? index : longest;
    }
    Line& line = lines_[longest];
    PacketList kept;
    for (std::uint16_t left = line.count; left > 1; --left) {
        kept.push(line.packets.pop());
    }
    PacketBuf* packet = line.packets.pop();
    line.packets = kept;
    --line.count;
    release(packet);
    return packet;
}

bool Sfq::enqueue(PacketBuf* packet, core::base::Nanos now) {
    perturb(now);
    admit(packet, now);
    push(packet);
    if (packets() <= kPacketLimit) {
        return true;
    }
    PacketBuf* lost = dropFromLongest();
    const bool kept = lost != packet;
    lose(lost);
    return kept;
}

PacketBuf* Sfq::dequeue(core::base::Nanos now) {
    perturb(now);
    while (first_ != kNone) {
        const std::uint16_t index = first_;
        Line& line = lines_[index];
        if (line.count > 0 && line.allotment > 0) {
            PacketBuf* packet = pop(line);
            release(packet);
            line.allotment -= static_cast<std::int32_t>(sizeOf(packet));
            if (line.count == 0) {
                leaveRound();
            }
            return packet;
        }
        leaveRound();
        if (line.count > 0) {
            line.allotment += static_cast<std::int32_t>(config_.allot);
            appendToRound(index);
        }
    }
    return nullptr;
}

std::size_t Sfq::clear() {
    std::size_t freed = 0;
    for (; first_ != kNone; leaveRound()) {
        while (lines_[first_].count > 0) {
            PacketBuf* packet = pop(lines_[first_]);
            release(packet);
            lose(packet);
            ++freed;
        }
    }
    return freed;
}

} // namespace agent::dataplane
