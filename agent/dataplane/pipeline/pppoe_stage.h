// PPPoE clients in the pipeline. Control frames come and go here; data gets eight octets more and the frame header of the session, and
// loses them, on the fast path or the slow one as the packet is. What a session brings (address, route, MTU) becomes part of the
// configuration in force between two batches.
#pragma once

#include "agent/dataplane/pipeline/egress.h"
#include "agent/dataplane/pipeline/engine_state.h"
#include "agent/dataplane/pipeline/ingress.h"
#include "agent/dataplane/pipeline/wireguard_stage.h"
#include "agent/dataplane/tunnel/pppoe_client.h"

#include <memory>
#include <vector>

namespace agent::dataplane {

class PppoeStage {
public:
    PppoeStage(EngineState& state, Egress& egress, InsideSink& sink)
        : s_(state)
        , egress_(egress)
        , sink_(sink) {}

    // A packet that entered the interface. Takes it.
    void send(PacketBuf* p, IfIndex interface, core::base::Nanos now);
    // A frame of a session with an IPv4 packet in it.
    [[nodiscard]] bool isData(const PacketBuf& p, const Ingress& in) const { return sessionOf(p, in) != nullptr; }
    // Takes such a frame off; `fast` as it came.
    void open(PacketBuf* p, const Ingress& in, bool fast);
    // Any other frame of either EtherType. True: taken.
    bool control(PacketBuf* p, const Ingress& in, core::base::Nanos now);
    // Sessions begin, are asked whether they live, and put in force. Between two batches.
    core::base::Nanos poll(core::base::Nanos now);
    [[nodiscard]] std::string_view status(IfIndex interface) const;

private:
    void refresh();
    [[nodiscard]] PppoeClient* sessionOf(const PacketBuf& p, const Ingress& in) const;
    void sendControl(IfIndex parent, MacKey to, std::uint16_t etherType, pppoe::Octets octets);
    void putInForce(core::base::Nanos now);

    EngineState& s_;
    Egress& egress_;
    InsideSink& sink_;
    EngineConfigPtr known_;
    std::vector<std::unique_ptr<PppoeClient>> clients_;
    core::base::Nanos now_ = 0; // of the call under way, for what clients send
};

} // namespace agent::dataplane
