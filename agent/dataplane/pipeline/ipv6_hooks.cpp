#include "agent/dataplane/pipeline/ipv6_hooks.h"

namespace agent::dataplane {

using core::base::Nanos;

namespace {

constexpr Nanos kFragmentLife = 30 * core::base::kSecond;
constexpr std::uint8_t kListenerQuery = 130, kListenerDone = 132, kListenerReport2 = 143; // RFC 2710, RFC 3810

bool isNeverTracked(std::uint8_t type) {
    return (type >= kListenerQuery && type <= kListenerDone) || (type >= icmpv6::kRouterSolicitation && type <= icmpv6::kRedirect) ||
           type == kListenerReport2;
}

void refuse(PacketBuf* p) {
    p->connection = kNoConnection;
    p->connectionState = kStateInvalid;
}

} // namespace

HookResult Ipv6Hooks::run(Table table, HookChain chain, PacketBuf* p, RuleContext& context, Disguise& disguise) {
    disguise.forRules();
    const Verdict verdict = s_.v6.classifier.run(table, chain, p, context);
    s_.work.rules = static_cast<std::uint16_t>(s_.work.rules + verdict.rulesLooked);
    if (verdict.kind == VerdictKind::Accept) [[likely]] {
        return HookResult::Pass;
    }
    s_.v6.conntrack.abandon(p);
    if (verdict.kind == VerdictKind::Reject) {
        rejectWith_ = verdict.rejectWith;
        return HookResult::Reject;
    }
    return HookResult::Drop;
}

Ipv6Hooks::Fragmented& Ipv6Hooks::placeOf(const Ipv6Fragment& fragment, const Disguise& disguise) {
    const std::uint64_t mixed = (std::uint64_t{disguise.src()} << 32 ^ disguise.dst() ^ fragment.identification) * 0x9e3779b97f4a7c15ull;
    return fragments_[mixed >> 56];
}

void Ipv6Hooks::followFragment(PacketBuf* p, const Ipv6Fragment& fragment, const Disguise& disguise, Nanos now) {
    const Fragmented& first = placeOf(fragment, disguise);
    const bool same = first.connection != kNoConnection && first.src == disguise.src() && first.dst == disguise.dst() &&
                      first.identification == fragment.identification && now < first.until;
    const bool alive = same && s_.v6.conntrack.id(first.connection) == first.id && s_.v6.conntrack.entry(first.connection).has(kInUse) &&
                       !s_.v6.conntrack.entry(first.connection).has(kDying);
    if (!alive) {
        refuse(p);
        return;
    }
    p->connection = first.connection;
    p->direction = first.direction;
    p->connectionState = first.state;
}

void Ipv6Hooks::rememberFragment(const PacketBuf& p, const Ipv6Fragment& fragment, const Disguise& disguise, Nanos now) {
    placeOf(fragment, disguise) = {disguise.src(), disguise.dst(), fragment.identification, p.connection,
                                   s_.v6.conntrack.id(p.connection), p.direction, p.connectionState, now + kFragmentLife};
}

// The quoted packet went the other way; only headers without extensions are looked into.
bool Ipv6Hooks::relate(PacketBuf* p) {
    const std::uint8_t* quoted = p->frame() + p->l4Offset + kIcmpHeader;
    if (p->length < p->l4Offset + kIcmpHeader + kIpv6Header + 8 || quoted[0] >> 4 != 6) {
        return false;
    }
    const std::uint8_t* l4 = quoted + kIpv6Header;
    const std::uint8_t protocol = quoted[ipv6::kNextHeader];
    FlowKey key;
    key.src = s_.v6.book.find(loadIpv6(quoted + ipv6::kSource));
    key.dst = s_.v6.book.find(loadIpv6(quoted + ipv6::kDestination));
    key.protocol = disguisedProtocol(protocol);
    if (protocol == kProtocolIcmpv6) {
        key.icmpType = disguisedIcmpType(l4[0]);
        key.sport = key.dport = core::base::loadBe16(l4 + icmp::kIdentifier);
    } else if (protocol == kProtocolTcp || protocol == kProtocolUdp) {
        key.sport = core::base::loadBe16(l4);
        key.dport = core::base::loadBe16(l4 + 2);
    }
    return key.src != 0 && key.dst != 0 && s_.v6.conntrack.relate(p, key);
}

HookResult Ipv6Hooks::track(PacketBuf* p, Nanos now, Disguise& disguise) {
    if (!s_.switches.tracking6 || p->connectionState == kStateUntracked || (disguise.isIcmpv6() && isNeverTracked(disguise.icmpv6Type()))) {
        p->connectionState = kStateUntracked;
        return HookResult::Pass;
    }
    const std::optional<Ipv6Fragment> fragment = disguise.isFragment() ? fragmentOf(*p) : std::nullopt;
    disguise.forTracking();
    if (fragment && fragment->later) {
        followFragment(p, *fragment, disguise, now);
        return HookResult::Pass;
    }
    if (disguise.isIcmpv6() && icmpv6::isError(disguise.icmpv6Type())) {
        if (!relate(p)) {
            refuse(p);
        }
        return HookResult::Pass;
    }
    s_.work.tracked = true;
    const std::uint64_t created = s_.v6.conntrack.counters().created;
    s_.v6.conntrack.track(p, now);
    s_.work.newConnection = s_.work.newConnection || s_.v6.conntrack.counters().created != created;
    if (fragment && p->connection != kNoConnection) {
        rememberFragment(*p, *fragment, disguise, now);
    }
    return Conntrack::refused(p) ? HookResult::Drop : HookResult::Pass;
}

HookResult Ipv6Hooks::confirm(PacketBuf* p, Nanos now) {
    const bool through = s_.v6.conntrack.confirm(p, now);
    p->connection = kNoConnection; // the tables of IPv4 know nothing of it
    return through ? HookResult::Pass : HookResult::Drop;
}

HookResult Ipv6Hooks::prerouting(PacketBuf* p, RuleContext& context) {
    if (idle()) {
        return HookResult::Pass;
    }
    Disguise disguise(*p, s_.v6.book);
    if (!disguise.complete()) {
        return HookResult::Drop;
    }
    HookResult result = run(Table::Raw, HookChain::Prerouting, p, context, disguise);
    if (result == HookResult::Pass) {
        result = track(p, context.now, disguise);
    }
    return result == HookResult::Pass ? run(Table::Mangle, HookChain::Prerouting, p, context, disguise) : result;
}

HookResult Ipv6Hooks::input(PacketBuf* p, RuleContext& context) {
    if (idle()) {
        return HookResult::Pass;
    }
    Disguise disguise(*p, s_.v6.book);
    HookResult result = run(Table::Mangle, HookChain::Input, p, context, disguise);
    if (result == HookResult::Pass) {
        result = run(Table::Filter, HookChain::Input, p, context, disguise);
    }
    return result == HookResult::Pass ? confirm(p, context.now) : result;
}

HookResult Ipv6Hooks::forward(PacketBuf* p, RuleContext& context) {
    if (idle()) {
        return HookResult::Pass;
    }
    Disguise disguise(*p, s_.v6.book);
    const HookResult result = run(Table::Mangle, HookChain::Forward, p, context, disguise);
    return result == HookResult::Pass ? run(Table::Filter, HookChain::Forward, p, context, disguise) : result;
}

HookResult Ipv6Hooks::output(PacketBuf* p, RuleContext& context) {
    if (idle()) {
        return HookResult::Pass;
    }
    Disguise disguise(*p, s_.v6.book);
    if (!disguise.complete()) {
        return HookResult::Drop;
    }
    HookResult result = run(Table::Raw, HookChain::Output, p, context, disguise);
    if (result == HookResult::Pass) {
        result = track(p, context.now, disguise);
    }
    if (result == HookResult::Pass) {
        result = run(Table::Mangle, HookChain::Output, p, context, disguise);
    }
    return result == HookResult::Pass ? run(Table::Filter, HookChain::Output, p, context, disguise) : result;
}

HookResult Ipv6Hooks::postrouting(PacketBuf* p, RuleContext& context) {
    if (idle()) {
        return HookResult::Pass;
    }
    Disguise disguise(*p, s_.v6.book);
    const HookResult result = run(Table::Mangle, HookChain::Postrouting, p, context, disguise);
    return result == HookResult::Pass ? confirm(p, context.now) : result;
}

} // namespace agent::dataplane
