// From an IPv6 next hop to a MAC: neighbour discovery (RFC 4861). Asks by multicast, checks old neighbours by unicast, answers for the
// router's own addresses. Router advertisements are neither sent nor heard.
#pragma once

#include "agent/dataplane/parse/neighbour_message.h"
#include "agent/dataplane/pipeline/egress.h"
#include "agent/dataplane/pipeline/engine_state.h"
#include "agent/dataplane/pipeline/resolver.h"

namespace agent::dataplane {

class Ipv6Resolver {
public:
    Ipv6Resolver(EngineState& state, Egress& egress, ResolvedSink& sink)
        : s_(state)
        , egress_(egress)
        , sink_(sink) {}

    // Writes the link header towards the next hop and hands the packet on; or keeps it until the neighbour answers.
    void output(PacketBuf* p, const NextHop& hop, core::base::Nanos now);
    // A neighbour solicitation or advertisement received on p->inInterface. The packet stays the caller's.
    void receive(const PacketBuf& p, core::base::Nanos now);
    // Repeats questions, checks old neighbours, forgets dead ones. Returns when to come back.
    core::base::Nanos poll(core::base::Nanos now);
    [[nodiscard]] core::base::Nanos due() const { return due_; }

private:
    void answer(const NeighbourMessage& question, MacKey asker, IfIndex interface, core::base::Nanos now);
    void hear(const NeighbourMessage& message, IfIndex interface, core::base::Nanos now);
    void confirm(NeighbourTable::Index index, MacKey mac, core::base::Nanos now);
    void ask(const Neighbour& n, core::base::Nanos now);
    void send(IfIndex interface, MacKey receiver, const NeighbourMessage& message, core::base::Nanos now);
    void handOn(PacketBuf* p, NeighbourTable::Index index, core::base::Nanos now);

    EngineState& s_;
    Egress& egress_;
    ResolvedSink& sink_;
    core::base::Nanos due_ = 0;
};

} // namespace agent::dataplane
