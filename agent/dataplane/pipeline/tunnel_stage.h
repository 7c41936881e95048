// Tunnels as interfaces: what goes into one leaves the router once more as a packet of its own, what comes out of one is received once
// more. Each end is one extra pass (RouterOS packet flow: encapsulation and decapsulation each take the packet through the hooks again).
//
//   enter()      a packet was sent to a tunnel's interface; waits
//   arrive()     an encapsulated packet for the router came through input; its inside waits      (slow)
//   takeFast()   the same before any hook, for tunnels with allow-fast-path                      (fast)
//   send(), take()   the waiting ones, out and in: the CPU stage calls them between its passes
//
// Waiting costs nothing and keeps two things right: a fast handler is never interrupted by the slow path in the middle of a run, and
// tunnels in tunnels need no recursion. Packets keep their order. Nothing is allocated.
#pragma once

#include "agent/dataplane/pipeline/egress.h"
#include "agent/dataplane/pipeline/engine_state.h"
#include "agent/dataplane/pipeline/ingress.h"
#include "agent/dataplane/pipeline/local_host.h"
#include "agent/dataplane/pipeline/pppoe_stage.h"
#include "agent/dataplane/pipeline/slow_path.h"
#include "agent/dataplane/pipeline/wireguard_stage.h"
#include "agent/dataplane/queueing/packet_list.h"

#include <utility>

namespace agent::dataplane {

class TunnelStage final : public TunnelEntrance, public TunnelEnd, public InsideSink {
public:
    TunnelStage(EngineState& state, SlowPath& slow, Egress& egress)
        : s_(state)
        , slow_(slow)
        , egress_(egress)
        , wireguard_(state, slow, *this)
        , pppoe_(state, egress, *this) {}
    ~TunnelStage() override;

    void enter(PacketBuf* p, IfIndex tunnel, core::base::Nanos now) override;
    bool arrive(PacketBuf* p, core::base::Nanos now) override;
    void receiveInside(PacketBuf* p, IfIndex tunnel, std::uint32_t octets, bool fast) override;
    // True: the packet was for a tunnel that takes the fast path, and is taken and counted.
    bool takeFast(PacketBuf* p, const Ingress& in, core::base::Nanos now);
    // A frame on a layer 3 interface that is neither IPv4 nor ARP. True: taken.
    bool takeFrame(PacketBuf* p, const Ingress& in, core::base::Nanos now);

    [[nodiscard]] bool pending() const { return !entered_.empty() || !arrived_.empty(); }
    // What has entered tunnels up to now is this round's; what enters while it is sent waits for the next one.
    void startRound() { sending_ = std::exchange(entered_, PacketList{}); }
    // One packet of the round leaves the router. False: there is none left. Notes the work in EngineState::work.
    bool sendOne(core::base::Nanos now);
    // The oldest of what came out of tunnels, parsed, inInterface and path set.
    void take(Batch& batch);
    // Packets that go round in circles: tunnels whose ends are reached by way of each other.
    void dropAll();

    [[nodiscard]] const WireGuardStage& wireguard() const { return wireguard_; }
    [[nodiscard]] const PppoeStage& pppoe() const { return pppoe_; }
    // Sessions of PPPoE, which may change the configuration in force: only between two batches.
    core::base::Nanos pollSessions(core::base::Nanos now) { return pppoe_.poll(now); }
    // Keepalives and handshakes. Returns when to come back.
    core::base::Nanos poll(core::base::Nanos now);

private:
    struct Inside { // of an encapsulated packet
        std::uint16_t slot = kNoTunnel;
        std::uint16_t etherType = 0; // kFrame: an Ethernet frame
        std::uint32_t offset = 0;    // from the frame's first byte
        std::uint32_t length = 0;
    };
    static constexpr std::uint16_t kFrame = 0x6558; // transparent Ethernet bridging
    [[nodiscard]] Inside lookInside(const PacketBuf& p) const;
    void open(PacketBuf* p, const Inside& inside, bool fast, core::base::Nanos now);
    void countFast(const Ingress& in);
    bool answerKeepalive(PacketBuf* p, const Inside& inside, core::base::Nanos now);
    void encapsulate(PacketBuf* p, const TunnelConfig& tunnel, core::base::Nanos now);
    void leave(PacketBuf* p, core::base::Nanos now);
    bool leaveFast(PacketBuf* p, core::base::Nanos now);
    void sendKeepalive(const TunnelConfig& tunnel, core::base::Nanos now);
    [[nodiscard]] std::uint32_t sourceOf(const TunnelConfig& tunnel) const;
    void fail(PacketBuf* p, IfIndex tunnel);

    EngineState& s_;
    SlowPath& slow_;
    Egress& egress_;
    WireGuardStage wireguard_;
    PppoeStage pppoe_;
    PacketList entered_, sending_, arrived_;
    std::uint16_t identification_ = 0;
};

} // namespace agent::dataplane
