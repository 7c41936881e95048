#include "agent/dataplane/queueing/cake.h"

#include "agent/dataplane/parse/flow_hash.h"
#include "agent/dataplane/queueing/ack_filter.h"
#include "agent/dataplane/queueing/packet_ends.h"
#include "agent/dataplane/queueing/wash.h"

#include <algorithm>
#include <limits>

namespace agent::dataplane {

using core::base::Nanos;

namespace {

constexpr double kFullFrame = 1514;
constexpr std::uint64_t kPackets = 10240; // cake's bound in packets, as octets when nothing else bounds it

bool fairBySource(CakeFlowMode mode) { return mode == CakeFlowMode::DualSrcHost || mode == CakeFlowMode::TripleIsolate; }
bool fairByDestination(CakeFlowMode mode) { return mode == CakeFlowMode::DualDstHost || mode == CakeFlowMode::TripleIsolate; }

std::uint64_t memoryLimitOf(const CakeConfig& config) {
    if (config.memlimit > 0) {
        return config.memlimit;
    }
    constexpr auto kMost = kPackets * static_cast<std::uint64_t>(kFullFrame);
    if (config.bandwidth == 0) {
        return kMost;
    }
    const double fourRoundTrips = static_cast<double>(config.bandwidth) / 8 * static_cast<double>(config.rtt) * 1e-9 * 4;
    return std::clamp(static_cast<std::uint64_t>(fourRoundTrips), std::uint64_t{4} << 20, kMost);
}

} // namespace

Cake::Cake(const CakeConfig& config, PacketPool& pool, QueueOctets octets, std::uint32_t seed)
    : Queue(pool, octets, false)
    , config_(config)
    , plan_(cakeTins(config.diffserv))
    , memoryLimit_(memoryLimitOf(config))
    , salt_(mixHash(seed))
    , random_(seed | 1u) {
    if (config_.bandwidth > 0) {
        nanosPerOctet_ = 8e9 / static_cast<double>(config_.bandwidth);
    }
    for (std::size_t i = 0; i < plan_.count; ++i) {
        tins_.push_back(std::make_unique<CakeTin>(fairBySource(config_.flowMode), fairByDestination(config_.flowMode)));
        configureTin(*tins_.back(), plan_.share[i], plan_.weight[i]);
    }
}

Cake::~Cake() {
    Cake::clear();
}

// A slow tin needs a longer target: at least the time of one and a half full frames.
void Cake::configureTin(CakeTin& tin, double share, std::int32_t weight) const {
    const Nanos target = config_.rtt / 20;
    tin.weight = weight;
    if (config_.bandwidth == 0) {
        tin.cobalt = {target, config_.rtt, 0};
        return;
    }
    const double octetsPerSecond = static_cast<double>(config_.bandwidth) / 8 * share;
    tin.nanosPerOctet = nanosPerOctet_ / share;
    tin.quantum = static_cast<std::int32_t>(std::clamp(octetsPerSecond / 4096, 300.0, kFullFrame));
    const auto frame = static_cast<Nanos>(kFullFrame * tin.nanosPerOctet);
    tin.cobalt.packetTime = frame;
    tin.cobalt.target = std::max(frame * 3 / 2, target);
    tin.cobalt.interval = std::max(config_.rtt + tin.cobalt.target - target, tin.cobalt.target * 2);
}

std::uint32_t Cake::random() {
    random_ ^= random_ << 13; // xorshift
    random_ ^= random_ >> 17;
    random_ ^= random_ << 5;
    return random_;
}

CakeKeys Cake::keysOf(const PacketBuf& packet) const {
    const CakeFlowMode mode = config_.flowMode;
    CakeKeys keys;
    if (mode == CakeFlowMode::Flowblind) {
        return keys;
    }
    if (mode != CakeFlowMode::Flows) {
        const std::uint32_t source =
            config_.nat ? senderKeyBeforeNat(packet, 32, 128) : addressKey(packet, PacketEnd::Source, 32, 128);
        const std::uint32_t destination = addressKey(packet, PacketEnd::Destination, 32, 128);
        keys.source = mixHash(source ^ salt_);
        keys.destination = mixHash(destination ^ ~salt_);
    }
    switch (mode) {
    case CakeFlowMode::SrcHost:
        keys.flow = keys.source;
        break;
    case CakeFlowMode::DstHost:
        keys.flow = keys.destination;
        break;
    case CakeFlowMode::Hosts:
        keys.flow = mixHash(keys.source ^ keys.destination);
        break;
    default:
        keys.flow = mixHash(flowHashOf(packet) ^ salt_);
        break;
    }
    return keys;
}

std::uint32_t Cake::wireOctets(const PacketBuf& packet) const {
    if (!config_.compensate) {
        return sizeOf(&packet);
    }
    const auto bare = static_cast<std::int64_t>(packet.l3Length()) + config_.overhead;
    auto octets = static_cast<std::uint32_t>(std::max<std::int64_t>(bare, std::max(config_.mpu, 1u)));
    if (config_.cells == CakeCells::Atm) { // 48 octets of payload in each cell of 53
        octets = (octets + 47) / 48 * 53;
    } else if (config_.cells == CakeCells::Ptm) { // one octet more for each 64
        octets += (octets + 63) / 64;
    }
    return octets;
}

PacketBuf* Cake::pop(CakeTin& tin, CakeTin::Flow& flow) {
    PacketBuf* packet = flow.line.pop();
    if (packet != nullptr) {
        release(packet);
        flow.octets -= sizeOf(packet);
        tin.octets -= sizeOf(packet);
    }
    return packet;
}

bool Cake::enqueue(PacketBuf* packet, Nanos now) {
    const std::size_t number = plan_.count == 1 ? 0 : plan_.ofCodePoint[dscpOf(*packet)];
    CakeTin& tin = *tins_[number];
    if (config_.wash) {
        clearDscp(*packet);
    }
    const CakeTin::Index index = tin.flowFor(keysOf(*packet));
    CakeTin::Flow& flow = tin.flow(index);
    // A clock that stood while there was nothing to send does not give credit for it.
    if (packets() == 0) {
        timeNextPacket_ = std::max(timeNextPacket_, now);
    }
    if (!tin.active()) {
        tin.timeNextPacket = std::max(tin.timeNextPacket, now);
    }
    admit(packet, now);
    flow.line.push(packet);
    flow.octets += sizeOf(packet);
    tin.octets += sizeOf(packet);
    tin.activate(index);
    if (config_.ackFilter != CakeAckFilter::None) {
        if (PacketBuf* redundant = takeRedundantAck(flow.line, *packet, config_.ackFilter)) {
            release(redundant);
            flow.octets -= sizeOf(redundant);
            tin.octets -= sizeOf(redundant);
            lose(redundant);
        }
    }
    bool kept = true;
    while (bytes() > memoryLimit_) {
        kept = dropFromFattest(now) != packet && kept;
    }
    return kept;
}

const PacketBuf* Cake::dropFromFattest(Nanos now) {
    CakeTin* fullest = nullptr;
    CakeTin::Index most = CakeTin::kNone;
    for (const std::unique_ptr<CakeTin>& tin : tins_) {
        const CakeTin::Index index = tin->fattest();
        if (index != CakeTin::kNone && (fullest == nullptr || tin->flow(index).octets > fullest->flow(most).octets)) {
            fullest = tin.get();
            most = index;
        }
    }
    CakeTin::Flow& flow = fullest->flow(most);
    PacketBuf* packet = pop(*fullest, flow);
    flow.cobalt.overflowed(fullest->cobalt, now);
    lose(packet);
    return packet;
}

CakeTin* Cake::chooseTin(Nanos now) {
    CakeTin* best = nullptr;
    if (nanosPerOctet_ > 0) {
        Nanos soonest = std::numeric_limits<Nanos>::max();
        for (const std::unique_ptr<CakeTin>& tin : tins_) {
            const Nanos wait = tin->timeNextPacket - now;
            if (tin->active() && (wait <= 0 || wait <= soonest)) {
                soonest = wait;
                best = tin.get();
            }
        }
        return best;
    }
    if (std::none_of(tins_.begin(), tins_.end(), [](const auto& tin) { return tin->active(); })) {
        return nullptr;
    }
    while (!tins_[turn_]->active() || tins_[turn_]->deficit <= 0) {
        tins_[turn_]->deficit = tins_[turn_]->active() ? tins_[turn_]->deficit + tins_[turn_]->weight : 0;
        turn_ = turn_ + 1 == tins_.size() ? 0 : turn_ + 1;
    }
    return tins_[turn_].get();
}

// The next packet of the tin that COBALT lets live; nullptr when the tin has run empty.
PacketBuf* Cake::take(CakeTin& tin, Nanos now) {
    for (;;) {
        const CakeTin::Index index = tin.next();
        if (index == CakeTin::kNone) {
            return nullptr;
        }
        CakeTin::Flow& flow = tin.flow(index);
        PacketBuf* packet = pop(tin, flow);
        if (packet == nullptr) {
            flow.cobalt.ranEmpty(tin.cobalt, now);
            tin.retire(index);
            continue;
        }
        const Nanos sojourn = now - packet->enqueuedAt;
        const bool drop =
            flow.cobalt.mustDrop(tin.cobalt, now, sojourn, tin.bulkFlows(), random(), [&] { return mark(packet); });
        if (drop && !flow.line.empty()) { // the last one of a line is spared
            lose(packet);
            continue;
        }
        flow.deficit -= static_cast<std::int32_t>(wireOctets(*packet));
        return packet;
    }
}

void Cake::charge(CakeTin& tin, std::uint32_t octets, Nanos now) {
    if (nanosPerOctet_ == 0) {
        tin.deficit -= static_cast<std::int32_t>(octets);
        return;
    }
    const auto tinTime = static_cast<Nanos>(octets * tin.nanosPerOctet);
    if (tin.timeNextPacket < now) {
        tin.timeNextPacket += tinTime;
    } else if (tin.timeNextPacket < now + tinTime) {
        tin.timeNextPacket = now + tinTime;
    }
    fraction_ += octets * nanosPerOctet_;
    const auto whole = static_cast<Nanos>(fraction_);
    fraction_ -= static_cast<double>(whole);
    timeNextPacket_ += whole;
}

PacketBuf* Cake::dequeue(Nanos now) {
    if (nanosPerOctet_ > 0 && timeNextPacket_ > now) {
        return nullptr;
    }
    while (CakeTin* tin = packets() > 0 ? chooseTin(now) : nullptr) {
        if (PacketBuf* packet = take(*tin, now)) {
            charge(*tin, wireOctets(*packet), now);
            return packet;
        }
    }
    return nullptr;
}

Nanos Cake::nextEvent(Nanos now) {
    if (packets() == 0) {
        return kNever;
    }
    return nanosPerOctet_ > 0 ? std::max(now, timeNextPacket_) : now;
}

std::size_t Cake::clear() {
    std::size_t freed = 0;
    for (const std::unique_ptr<CakeTin>& tin : tins_) {
        for (CakeTin::Index index = tin->next(); index != CakeTin::kNone; index = tin->next()) {
            while (PacketBuf* packet = pop(*tin, tin->flow(index))) {
                lose(packet);
                ++freed;
            }
            tin->retire(index);
        }
    }
    return freed;
}

} // namespace agent::dataplane
