#include "agent/dataplane/pipeline/firewall_hooks.h"

namespace agent::dataplane {

using core::base::Nanos;

HookResult FirewallHooks::run(Table table, HookChain chain, PacketBuf* p, RuleContext& context) {
    const Verdict verdict = s_.classifier.run(table, chain, p, context);
    s_.work.rules = static_cast<std::uint16_t>(s_.work.rules + verdict.rulesLooked);
    if (verdict.kind == VerdictKind::Accept) [[likely]] {
        return HookResult::Pass;
    }
    s_.conntrack.abandon(p);
    dropReason_ = table == Table::Raw ? DropReason::RawRule : table == Table::Mangle ? DropReason::MangleRule : DropReason::FilterRule;
    if (verdict.kind == VerdictKind::Reject) {
        rejectWith_ = verdict.rejectWith;
        return HookResult::Reject;
    }
    return verdict.kind == VerdictKind::Tarpit ? HookResult::Tarpit : HookResult::Drop;
}

HookResult FirewallHooks::track(PacketBuf* p, Nanos now) {
    if (!s_.switches.connectionTracking) {
        p->connectionState = kStateUntracked;
        return HookResult::Pass;
    }
    s_.work.tracked = true;
    const std::uint64_t created = s_.conntrack.counters().created;
    s_.conntrack.track(p, now);
    s_.work.newConnection = s_.work.newConnection || s_.conntrack.counters().created != created;
    if (!Conntrack::refused(p)) [[likely]] {
        return HookResult::Pass;
    }
    dropReason_ = DropReason::ConnectionTable;
    return HookResult::Drop;
}

bool FirewallHooks::bind(PacketBuf* p, NatPoint point, const Verdict& verdict) {
    switch (verdict.kind) {
    case VerdictKind::DstNat:
        return s_.nat.bindDestination(p, verdict.nat->toAddresses, verdict.nat->toPorts);
    case VerdictKind::SrcNat:
        return s_.nat.bindSource(p, verdict.nat->toAddresses, verdict.nat->toPorts, verdict.nat->randomisePorts);
    case VerdictKind::Masquerade: {
        const std::uint32_t own = s_.routes.sourceOn(p->outInterface, p->dst);
        return own != 0 && s_.nat.bindSource(p, Ipv4Range{own, own}, verdict.nat->toPorts, verdict.nat->randomisePorts);
    }
    case VerdictKind::Redirect: { // to the router itself, by the address of where the packet came in
        const std::uint32_t own = p->inInterface == kNoInterface ? p->src : s_.routes.sourceOn(p->inInterface, p->src);
        return own != 0 && s_.nat.bindDestination(p, Ipv4Range{own, own}, verdict.nat->toPorts);
    }
    case VerdictKind::Netmap:
        return verdict.nat->toAddresses ? s_.nat.bindNetmap(p, point, *verdict.nat->toAddresses) : s_.nat.bindNone(p, point);
    case VerdictKind::Same:
        return verdict.nat->toAddresses
                   ? s_.nat.bindSame(p, *verdict.nat->toAddresses, verdict.nat->toPorts, verdict.nat->sameNotByDst)
                   : s_.nat.bindNone(p, point);
    default:
        return s_.nat.bindNone(p, point);
    }
}

HookResult FirewallHooks::translate(PacketBuf* p, NatPoint point, HookChain chain, RuleContext& context) {
    if (p->connection == kNoConnection) {
        return HookResult::Pass;
    }
    if (s_.nat.wantsRules(p, point)) {
        if (context.record != nullptr) {
            context.record->demand(false);
        }
        const Verdict verdict = s_.classifier.run(Table::Nat, chain, p, context);
        s_.work.rules = static_cast<std::uint16_t>(s_.work.rules + verdict.rulesLooked);
        if (!bind(p, point, verdict)) {
            s_.conntrack.abandon(p);
            dropReason_ = DropReason::NatNoMapping;
            return HookResult::Drop;
        }
    }
    s_.nat.translate(p, point);
    return HookResult::Pass;
}

HookResult FirewallHooks::confirm(PacketBuf* p, Nanos now) {
    if (s_.helpers.any()) {
        s_.helpers.see(p, now);
    }
    if (s_.conntrack.confirm(p, now)) [[likely]] {
        return HookResult::Pass;
    }
    dropReason_ = DropReason::ConnectionClash;
    return HookResult::Drop;
}

HookResult FirewallHooks::prerouting(PacketBuf* p, RuleContext& context) {
    HookResult result = run(Table::Raw, HookChain::Prerouting, p, context);
    if (result == HookResult::Pass) {
        result = track(p, context.now);
    }
    if (result == HookResult::Pass) {
        result = run(Table::Mangle, HookChain::Prerouting, p, context);
    }
    return result == HookResult::Pass ? translate(p, NatPoint::Destination, HookChain::DstNat, context) : result;
}

HookResult FirewallHooks::input(PacketBuf* p, RuleContext& context) {
    HookResult result = run(Table::Mangle, HookChain::Input, p, context);
    if (result == HookResult::Pass) {
        result = run(Table::Filter, HookChain::Input, p, context);
    }
    if (result == HookResult::Pass) {
        result = translate(p, NatPoint::Source, HookChain::Input, context);
    }
    return result == HookResult::Pass ? confirm(p, context.now) : result;
}

HookResult FirewallHooks::forward(PacketBuf* p, RuleContext& context) {
    const HookResult result = run(Table::Mangle, HookChain::Forward, p, context);
    return result == HookResult::Pass ? run(Table::Filter, HookChain::Forward, p, context) : result;
}

HookResult FirewallHooks::output(PacketBuf* p, RuleContext& context) {
    HookResult result = run(Table::Raw, HookChain::Output, p, context);
    if (result == HookResult::Pass) {
        result = track(p, context.now);
    }
    if (result == HookResult::Pass) {
        result = run(Table::Mangle, HookChain::Output, p, context);
    }
    if (result == HookResult::Pass) {
        result = translate(p, NatPoint::Destination, HookChain::Output, context);
    }
    return result == HookResult::Pass ? run(Table::Filter, HookChain::Output, p, context) : result;
}

HookResult FirewallHooks::postrouting(PacketBuf* p, RuleContext& context) {
    HookResult result = run(Table::Mangle, HookChain::Postrouting, p, context);
    if (result == HookResult::Pass) {
        result = translate(p, NatPoint::Source, HookChain::SrcNat, context);
    }
    return result == HookResult::Pass ? confirm(p, context.now) : result;
}

} // namespace agent::dataplane
