#include "agent/dataplane/pipeline/port_batches.h"

#include <array>
#include <span>

namespace agent::dataplane {

using core::model::PathKind;

void PortBatches::flush(core::base::Nanos now) {
    for (const PortId port : pending_) {
        send(port, now);
        lanes_[port].listed = false;
    }
    pending_.clear();
}

// Lengths are noted before the packets are given away: which of them the ring took is known only afterwards.
void PortBatches::send(PortId port, core::base::Nanos now) {
    Lane& lane = lanes_[port];
    const std::size_t count = lane.batch.count;
    std::array<std::uint16_t, kBatchSize> lengths;
    std::array<bool, kBatchSize> fast;
    for (std::size_t i = 0; i < count; ++i) {
        const PacketBuf& p = *lane.batch.packets[i];
        lengths[i] = p.length;
        fast[i] = p.path == PathKind::FastPath || p.path == PathKind::FastTrack;
    }
    const std::size_t taken = sink_.sendBatch(port, std::span(lane.batch.packets.data(), count), now);
    lane.batch.clear();

    std::uint64_t wire = 0, octets = 0, fastOctets = 0, fastPackets = 0;
    for (std::size_t i = 0; i < taken; ++i) {
        wire += lengths[i] < 60 ? 64u : lengths[i] + 4u; // PacketBuf::wireLength()
        octets += lengths[i];
        fastOctets += fast[i] ? lengths[i] : 0u;
        fastPackets += fast[i] ? 1u : 0u;
    }
    InterfaceStats& stats = stats_[lane.ether];
    stats.txByte += wire;
    stats.txPacket += taken;
    stats.txDrop += count - taken;
    if (lane.sender == Sender::Cpu) {
        stats.driverTxByte += octets;
        stats.driverTxPacket += taken;
        stats.fpTxByte += fastOctets;
        stats.fpTxPacket += fastPackets;
    }
}

} // namespace agent::dataplane
