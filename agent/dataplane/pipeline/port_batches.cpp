#include "agent/dataplane/pipeline/port_batches.h"

#include <array>
#include <span>

namespace agent::dataplane {

using core::model::PathKind;

namespace {

constexpr std::uint32_t kFastBit = 0x10000;
constexpr std::uint64_t kFrameCheck = 4; // octets of FCS

// A packet as a port counts it: its length, and kFastBit when a fast handler sent it.
std::uint32_t noteOf(const PacketBuf& p) {
    static_assert(static_cast<int>(PathKind::FastTrack) == static_cast<int>(PathKind::FastPath) + 1);
    const bool fast = static_cast<std::uint32_t>(p.path) - static_cast<std::uint32_t>(PathKind::FastPath) <= 1;
    return p.length | (fast ? kFastBit : 0u);
}

// What a port counts of a batch. Wire octets follow from it: FCS and what is padded come on top.
struct Sums {
    std::uint32_t octets = 0, padding = 0, fastOctets = 0, fastPackets = 0;

    explicit Sums(std::span<const std::uint32_t> notes) {
        for (const std::uint32_t note : notes) { // no branches: several at a time
            const std::uint32_t length = note & (kFastBit - 1), fast = note / kFastBit;
            octets += length;
            padding += length < 60 ? 60 - length : 0; // PacketBuf::wireLength()
            fastOctets += length & (0u - fast);
            fastPackets += fast;
        }
    }
};

} // namespace

void PortBatches::flush(core::base::Nanos now) {
    for (const PortId port : pending_) {
        send(lanes_[port], now);
        lanes_[port].listed = false;
    }
    pending_.clear();
}

// Everything is noted before the packets are given away: which of them the ring took is known only afterwards.
void PortBatches::send(Lane& lane, core::base::Nanos now) {
    const std::size_t count = lane.batch.count;
    std::array<std::uint32_t, kBatchSize> notes;
    for (std::size_t i = 0; i < count; ++i) {
        notes[i] = noteOf(*lane.batch.packets[i]);
    }
    const std::size_t taken = sink_.sendBatch(lane.port, std::span(lane.batch.packets.data(), count), now);
    lane.batch.clear();
    const Sums sums(std::span(notes.data(), taken));
    InterfaceStats& stats = stats_[lane.ether];
    stats.txByte += kFrameCheck * taken + sums.octets + sums.padding;
    stats.txPacket += taken;
    stats.txDrop += count - taken;
    if (lane.sender == Sender::Cpu) {
        stats.driverTxByte += sums.octets;
        stats.driverTxPacket += taken;
        stats.fpTxByte += sums.fastOctets;
        stats.fpTxPacket += sums.fastPackets;
    }
}

} // namespace agent::dataplane
