#include "agent/dataplane/pipeline/port_batches.h"

#include <array>
#include <span>

namespace agent::dataplane {

using core::model::PathKind;

namespace {

// What a port counts of some packets.
struct Sums {
    std::uint64_t wire = 0, octets = 0, fastOctets = 0, fastPackets = 0;

    void add(std::uint32_t length, bool fast) {
        wire += length < 60 ? 64u : length + 4u; // PacketBuf::wireLength()
        octets += length;
        fastOctets += fast ? length : 0u;
        fastPackets += fast ? 1u : 0u;
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

// Everything is noted before the packets are given away: which of them the ring took is known only afterwards. Usually it is all.
void PortBatches::send(Lane& lane, core::base::Nanos now) {
    const std::size_t count = lane.batch.count;
    struct Noted {
        std::uint16_t length;
        bool fast;
    };
    std::array<Noted, kBatchSize> noted;
    Sums sums;
    for (std::size_t i = 0; i < count; ++i) {
        const PacketBuf& p = *lane.batch.packets[i];
        noted[i] = {p.length, p.path == PathKind::FastPath || p.path == PathKind::FastTrack};
        sums.add(noted[i].length, noted[i].fast);
    }
    const std::size_t taken = sink_.sendBatch(lane.port, std::span(lane.batch.packets.data(), count), now);
    lane.batch.clear();
    if (taken != count) [[unlikely]] {
        sums = {};
        for (std::size_t i = 0; i < taken; ++i) {
            sums.add(noted[i].length, noted[i].fast);
        }
    }
    InterfaceStats& stats = stats_[lane.ether];
    stats.txByte += sums.wire;
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
