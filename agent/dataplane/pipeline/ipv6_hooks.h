// The hook points of the IPv6 slow path: as FirewallHooks, without address translation. Nothing happens in a router that neither tracks
// nor filters IPv6.
//
// Neighbour discovery and multicast listener messages are never tracked. Later fragments follow their first one. An ICMPv6 error is
// related to the connection of the packet it quotes.
#pragma once

#include "agent/dataplane/pipeline/engine_state.h"
#include "agent/dataplane/pipeline/firewall_hooks.h"
#include "agent/dataplane/pipeline/ipv6_disguise.h"

#include <array>

namespace agent::dataplane {

class Ipv6Hooks {
public:
    explicit Ipv6Hooks(EngineState& state)
        : s_(state) {}

    HookResult prerouting(PacketBuf* p, RuleContext& context);
    HookResult input(PacketBuf* p, RuleContext& context);
    HookResult forward(PacketBuf* p, RuleContext& context);
    HookResult output(PacketBuf* p, RuleContext& context);
    HookResult postrouting(PacketBuf* p, RuleContext& context);

    [[nodiscard]] RejectWith rejectWith() const { return rejectWith_; }

private:
    struct Fragmented {
        std::uint32_t src = 0, dst = 0, identification = 0;
        std::uint32_t connection = kNoConnection, id = 0;
        std::uint8_t direction = 0, state = 0;
        core::base::Nanos until = 0;
    };
    [[nodiscard]] bool idle() const { return !s_.switches.tracking6 && s_.config->ipv6.firewall.empty(); }
    HookResult run(Table table, HookChain chain, PacketBuf* p, RuleContext& context, Disguise& disguise);
    HookResult track(PacketBuf* p, core::base::Nanos now, Disguise& disguise);
    HookResult confirm(PacketBuf* p, core::base::Nanos now);
    bool relate(PacketBuf* p);
    void followFragment(PacketBuf* p, const Ipv6Fragment& fragment, const Disguise& disguise, core::base::Nanos now);
    void rememberFragment(const PacketBuf& p, const Ipv6Fragment& fragment, const Disguise& disguise, core::base::Nanos now);
    [[nodiscard]] Fragmented& placeOf(const Ipv6Fragment& fragment, const Disguise& disguise);

    EngineState& s_;
    RejectWith rejectWith_ = RejectWith::IcmpNetworkUnreachable;
    std::array<Fragmented, 256> fragments_{}; // by hash; a new datagram takes the place of an old one
};

} // namespace agent::dataplane
