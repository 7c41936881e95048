// What a stage sends, gathered by port and handed over in one call per port at the end of the stage. Counts tx of the ports.
//
//   batches.push(port, ether, PortBatches::Sender::Cpu, packet, now);
//   PortBatches::Lane& lane = batches.lane(port, ether, PortBatches::Sender::Cpu);   // several in a row: the port is looked for once
//   batches.push(lane, packet, now);
//   …
//   batches.flush(now);                    // nothing stays behind when a stage returns
//
// Packets of one port leave in the order they were pushed. Never allocates after resize(). One thread.
#pragma once

#include "agent/dataplane/packet/packet_buf.h"
#include "agent/dataplane/pipeline/engine.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace agent::dataplane {

class PortBatches {
public:
    enum class Sender : std::uint8_t { Chip, Cpu }; // only what the CPU sends counts as driver-tx

    struct Lane {
        Batch batch;
        PortId port = kNoPort;
        IfIndex ether = kNoInterface;
        Sender sender = Sender::Cpu;
        bool listed = false; // in pending_
    };

    // `stats`: by IfIndex; may be replaced between stages.
    PortBatches(PortSink& sink, std::vector<InterfaceStats>& stats)
        : sink_(sink)
        , stats_(stats) {}
    // Between stages, with nothing pending.
    void resize(std::size_t ports) {
        lanes_.resize(ports);
        pending_.reserve(ports);
    }

    // Where packets for a port wait; good until flush(). `ether`: the interface that counts them.
    [[nodiscard]] Lane& lane(PortId port, IfIndex ether, Sender sender) {
        Lane& lane = lanes_[port];
        if (!lane.listed) {
            lane.listed = true;
            lane.port = port;
            lane.ether = ether;
            lane.sender = sender;
            pending_.push_back(port);
        }
        return lane;
    }
    // Takes the packet.
    void push(Lane& lane, PacketBuf* packet, core::base::Nanos now) {
        if (lane.batch.full()) [[unlikely]] {
            send(lane, now);
        }
        lane.batch.push(packet);
    }
    void push(PortId port, IfIndex ether, Sender sender, PacketBuf* packet, core::base::Nanos now) {
        push(lane(port, ether, sender), packet, now);
    }
    // Packets the port can still take, those pending counted.
    [[nodiscard]] std::size_t room(PortId port) const {
        const std::size_t ring = sink_.room(port);
        const std::size_t waiting = lanes_[port].batch.count;
        return ring > waiting ? ring - waiting : 0;
    }
    void flush(core::base::Nanos now);

private:
    void send(Lane& lane, core::base::Nanos now);

    PortSink& sink_;
    std::vector<InterfaceStats>& stats_;
    std::vector<Lane> lanes_;     // by PortId
    std::vector<PortId> pending_; // ports with a batch, in the order of their first packet
};

} // namespace agent::dataplane
