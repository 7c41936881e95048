// The five hook points of the slow path, each with its facilities in RouterOS's order:
//
//   prerouting   raw prerouting, connection tracking, mangle prerouting, dst-nat
//   input        mangle input, filter input, nat input
//   forward      mangle forward, filter forward
//   output       raw output, connection tracking, mangle output, nat output, filter output
//   postrouting  mangle postrouting, src-nat, confirmation of the connection
//
// Each returns Pass, Drop, Reject or Tarpit; the caller frees the packet of the latter three (its connection has been abandoned).
#pragma once

#include "agent/dataplane/pipeline/engine_state.h"

namespace agent::dataplane {

enum class HookResult : std::uint8_t { Pass, Drop, Reject, Tarpit };

class FirewallHooks {
public:
    explicit FirewallHooks(EngineState& state)
        : s_(state) {}

    HookResult prerouting(PacketBuf* p, RuleContext& context);
    HookResult input(PacketBuf* p, RuleContext& context);
    HookResult forward(PacketBuf* p, RuleContext& context);
    HookResult output(PacketBuf* p, RuleContext& context);
    HookResult postrouting(PacketBuf* p, RuleContext& context);

    // With what the last Reject is answered.
    [[nodiscard]] RejectWith rejectWith() const { return rejectWith_; }
    // Why the last packet that did not pass was stopped.
    [[nodiscard]] DropReason dropReason() const { return dropReason_; }

private:
    HookResult run(Table table, HookChain chain, PacketBuf* p, RuleContext& context);
    HookResult track(PacketBuf* p, core::base::Nanos now);
    HookResult translate(PacketBuf* p, NatPoint point, HookChain chain, RuleContext& context);
    HookResult confirm(PacketBuf* p, core::base::Nanos now);
    bool bind(PacketBuf* p, NatPoint point, const Verdict& verdict);

    EngineState& s_;
    RejectWith rejectWith_ = RejectWith::IcmpNetworkUnreachable;
    DropReason dropReason_ = DropReason::FilterRule;
};

} // namespace agent::dataplane
