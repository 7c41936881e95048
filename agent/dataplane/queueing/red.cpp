#include "agent/dataplane/queueing/red.h"

#include <algorithm>
#include <cmath>

namespace agent::dataplane {

namespace {

constexpr double kMostProbable = 0.02; // share lost just below max-threshold
// While the line is idle the average falls as if packets of ordinary size had left at this rate.
constexpr double kIdleBitsPerNano = 10e6 * 1e-9;

// The largest power of two for which a burst stays below the minimum.
double weightFor(const RedConfig& config) {
    const double excess = static_cast<double>(config.burst) + 1 - static_cast<double>(config.minThreshold);
    for (int log = 1; log < 32; ++log) {
        const double weight = std::ldexp(1.0, -log);
        if (excess <= (1 - std::pow(1 - weight, static_cast<double>(config.burst))) / weight) {
            return weight;
        }
    }
    return std::ldexp(1.0, -31);
}

} // namespace

Red::Red(const RedConfig& config, PacketPool& pool, QueueOctets octets, std::uint32_t seed)
    : Queue(pool, octets, false) // the average counts every arrival
    , weight_(weightFor(config))
    , averagePacket_(std::max(config.avgPacket, 1u))
    , random_(seed | 1u) {
    limit_ = config.limit * averagePacket_;
    minimum_ = config.minThreshold * averagePacket_;
    maximum_ = config.maxThreshold * averagePacket_;
}

Red::~Red() {
    Red::clear();
}

void Red::observe(core::base::Nanos now) {
    if (packets() == 0) {
        const double departures = static_cast<double>(now - idleSince_) * kIdleBitsPerNano / (averagePacket_ * 8);
        average_ *= std::pow(1 - weight_, departures);
        idleSince_ = now;
    } else {
        average_ += weight_ * (static_cast<double>(bytes()) - average_);
    }
}

// Losses are spread evenly: the more packets were kept since the last one, the likelier the next.
bool Red::hits() {
    if (average_ < minimum_) {
        sinceLoss_ = -1;
        return false;
    }
    if (average_ >= maximum_) {
        sinceLoss_ = -1;
        return true;
    }
    const double base = kMostProbable * (average_ - minimum_) / (maximum_ - minimum_);
    random_ ^= random_ << 13; // xorshift
    random_ ^= random_ >> 17;
    random_ ^= random_ << 5;
    ++sinceLoss_;
    const double left = 1 - sinceLoss_ * base;
    if (sinceLoss_ > 0 && (left <= 0 || static_cast<double>(random_) * 0x1p-32 < base / left)) {
        sinceLoss_ = 0;
        return true;
    }
    return false;
}

bool Red::enqueue(PacketBuf* packet, core::base::Nanos now) {
    observe(now);
    if (hits() || static_cast<double>(bytes() + sizeOf(packet)) > limit_) {
        lose(packet);
        return false;
    }
    admit(packet, now);
    line_.push(packet);
    return true;
}

PacketBuf* Red::dequeue(core::base::Nanos now) {
    PacketBuf* packet = line_.pop();
    if (packet != nullptr) {
        release(packet);
        idleSince_ = now;
    }
    return packet;
}

std::size_t Red::clear() {
    std::size_t freed = 0;
    while (PacketBuf* packet = line_.pop()) {
        release(packet);
        lose(packet);
        ++freed;
    }
    return freed;
}

} // namespace agent::dataplane
