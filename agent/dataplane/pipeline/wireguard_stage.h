// WireGuard interfaces in the pipeline: their devices, and the UDP datagrams between them and the router's stack. Encrypted packets are
// locally made ones (output, postrouting), received ones come through input; the inside then starts over at prerouting. Never fast:
// WireGuard is not among the interfaces RouterOS's fast path supports.
#pragma once

#include "agent/dataplane/pipeline/engine_state.h"
#include "agent/dataplane/pipeline/slow_path.h"
#include "agent/dataplane/tunnel/wg_device.h"

#include <memory>
#include <vector>

namespace agent::dataplane {

// Takes what came out of a tunnel, parsed. Implemented by the tunnel stage.
class InsideSink {
public:
    virtual ~InsideSink() = default;
    virtual void receiveInside(PacketBuf* p, IfIndex tunnel, std::uint32_t octets, bool fast) = 0;
};

class WireGuardStage final : public wireguard::Outlet {
public:
    WireGuardStage(EngineState& state, SlowPath& slow, InsideSink& sink)
        : s_(state)
        , slow_(slow)
        , sink_(sink) {}

    // A packet that entered the interface, behind an Ethernet header of no meaning. Takes it.
    void send(PacketBuf* p, IfIndex interface, core::base::Nanos now);
    // A datagram for the router. True: it was to a listen port, and is taken.
    bool receive(PacketBuf* p, core::base::Nanos now);
    core::base::Nanos poll(core::base::Nanos now);
    [[nodiscard]] std::vector<wireguard::PeerState> peers() const;

    void transmit(const wireguard::Device& from, wireguard::Octets message, wireguard::Endpoint to, core::base::Nanos now) override;
    void transmit(const wireguard::Device& from, PacketBuf* message, wireguard::Endpoint to, core::base::Nanos now) override;
    void deliver(const wireguard::Device& from, PacketBuf* packet, core::base::Nanos now) override;
    PacketBuf* take() override { return s_.make(); }
    void drop(PacketBuf* packet) override { s_.drop(packet, DropReason::Tunnel); }
    void consume(PacketBuf* packet) override { s_.consume(packet); }

private:
    // Brings the devices up to date when the configuration is another one.
    void refresh(core::base::Nanos now);
    [[nodiscard]] wireguard::Device* deviceOf(IfIndex interface) const;

    EngineState& s_;
    SlowPath& slow_;
    InsideSink& sink_;
    EngineConfigPtr known_;
    std::vector<std::unique_ptr<wireguard::Device>> devices_;
    std::uint16_t identification_ = 0;
};

} // namespace agent::dataplane
