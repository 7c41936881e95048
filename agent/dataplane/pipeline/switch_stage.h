// What switch chips do before the CPU sees anything: count the wire, learn, forward within their ports, flood, and route in
// hardware where the board can (L3HW). Costs no CPU time on the modelled board.
#pragma once

#include "agent/dataplane/pipeline/engine_state.h"
#include "agent/dataplane/pipeline/route_decision.h"

#include <optional>

namespace agent::dataplane {

class SwitchStage {
public:
    explicit SwitchStage(EngineState& state)
        : s_(state)
        , decide_(state) {}

    // Packets the hardware took leave the batch; the order of the others stays.
    void run(Batch& batch, core::base::Nanos now);

private:
    enum class Outcome : std::uint8_t { Taken, ToCpu };

    // What a port means to the hardware behind it.
    struct Entrance {
        PortId port = kNoPort;
        IfIndex ether = kNoInterface;
        std::optional<std::uint16_t> chip; // that forwards what comes in here
        std::optional<std::uint16_t> wired; // the chip between the port and the CPU
        bool routes = false;               // by itself
        bool tracks = false;               // holds FastTracked connections, if there are any
        Bridge* bridge = nullptr;
        const Bridge::Member* member = nullptr; // of bridge
    };

    [[nodiscard]] Entrance entranceOf(PortId port) const;
    std::size_t receive(Batch& batch, const Entrance& at, std::size_t first, std::size_t next, std::size_t left, core::base::Nanos now);
    std::size_t handUp(Batch& batch, IfIndex ether, std::size_t first, std::size_t next, std::size_t left);
    Outcome switchFrame(PacketBuf* p, const Entrance& at, core::base::Nanos now);
    Outcome refuse(PacketBuf* p, IfIndex port);
    // A FastTracked connection the chip has, or has room for: translated and sent by the chip (hardware FastTrack, main table only).
    Outcome trackFrame(PacketBuf* p, std::uint16_t chip, core::base::Nanos now);
    // The adjacency, when this chip can send to it by itself.
    const Adjacency* ownWay(const NextHop& hop, std::uint32_t destination, std::uint16_t chip, std::uint32_t octets,
                            core::base::Nanos now);
    Outcome routeFrame(PacketBuf* p, std::uint16_t chip, core::base::Nanos now);
    // Interface the chip's router has for the frame, kNoInterface when it has none.
    [[nodiscard]] IfIndex hardwareInterface(const PacketBuf& p, IfIndex ether) const;
    [[nodiscard]] bool routesInHardware(PortId port, std::uint16_t chip) const;
    void floodInChip(const PacketBuf& p, const Bridge& bridge, const Bridge::Member& from, std::uint16_t vid, core::base::Nanos now);
    // `interface`: a port of the chip, or a bond of such.
    void sendByChip(PacketBuf* p, IfIndex interface, core::base::Nanos now);

    EngineState& s_;
    RouteDecision decide_;
    BytesPackets switched_; // by the row of frames at hand
    // Where switchFrame() sent its last frame, when the next one with the same addresses would go the same way and teach nothing new:
    // frames of a flow come in trains.
    PortBatches::Lane* train_ = nullptr;
};

} // namespace agent::dataplane
