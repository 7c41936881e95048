// From a next hop to a MAC: asks by ARP, lets packets wait, answers the questions of others. The `arp` mode of the interface says
// which of these it does.
#pragma once

#include "agent/dataplane/parse/arp_message.h"
#include "agent/dataplane/pipeline/egress.h"
#include "agent/dataplane/pipeline/engine_state.h"

namespace agent::dataplane {

// What happens to a routed packet once its link header is written. Implemented by the slow path.
class ResolvedSink {
public:
    virtual ~ResolvedSink() = default;
    virtual void onResolved(PacketBuf* p, std::uint32_t sourceBeforeNat, core::base::Nanos now) = 0;
    // Nobody answered: the packet cannot be delivered. Takes it.
    virtual void onUnreachable(PacketBuf* p, core::base::Nanos now) = 0;
};

class Resolver {
public:
    Resolver(EngineState& state, Egress& egress)
        : s_(state)
        , egress_(egress) {}
    void setSink(ResolvedSink& sink) { sink_ = &sink; }

    // Writes the link header towards the next hop and hands the packet on; or keeps it until the neighbour answers.
    void output(PacketBuf* p, const NextHop& hop, std::uint32_t sourceBeforeNat, core::base::Nanos now);
    // The rest for a packet whose neighbour is known: link header, then queues, or straight to the port.
    void handOn(PacketBuf* p, NeighbourTable::Index index, std::uint32_t sourceBeforeNat, core::base::Nanos now);
    // A received ARP frame on a layer 3 interface. Takes it.
    void receiveArp(PacketBuf* p, IfIndex interface, core::base::Nanos now);
    // Repeats questions, polls old neighbours, forgets dead ones. Returns when to come back.
    core::base::Nanos poll(core::base::Nanos now);
    [[nodiscard]] core::base::Nanos due() const { return due_; }

private:
    [[nodiscard]] bool answersFor(const ArpMessage& message, IfIndex interface) const;
    [[nodiscard]] ArpMode modeOf(IfIndex interface) const { return s_.config->interfaces[interface].arp; }
    void ask(const Neighbour& n, core::base::Nanos now);
    void confirm(NeighbourTable::Index index, MacKey mac, core::base::Nanos now);

    EngineState& s_;
    Egress& egress_;
    ResolvedSink* sink_ = nullptr;
    core::base::Nanos due_ = 0;
};

} // namespace agent::dataplane
