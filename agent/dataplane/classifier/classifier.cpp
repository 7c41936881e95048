// Running compiled chains over a packet.
#include "agent/dataplane/classifier/classifier.h"

#include "agent/dataplane/classifier/packet_changes.h"
#include "agent/dataplane/parse/ipv4.h"

#include <algorithm>
#include <array>
#include <bit>

namespace agent::dataplane {

namespace {

// Where in a chain the next rule to look at is, and which rules of one block of 64 may match.
struct Position {
    const Chain* chain;
    std::uint32_t next;  // position in the chain
    std::uint32_t block; // of `mask`
    std::uint64_t mask;  // bit i: rule i of the block is not before `next` and may match

    // Works out the mask: at the start of a chain, and when the packet's marks have changed.
    void refresh(const Program& program, const PacketFields& fields) {
        block = next / RuleFilter::kBlock;
        const std::uint64_t from = ~std::uint64_t{0} << next % RuleFilter::kBlock;
        mask = next < chain->count ? program.filters[chain->number].block(fields.octets(), block) & from : 0;
    }
    // The next rule that may match; nullptr at the end of the chain. `looked` grows by the rules passed, it included.
    const CompiledRule* advance(const Program& program, const PacketFields& fields, unsigned& looked) {
        while (mask == 0) {
            ++block;
            if (block * RuleFilter::kBlock >= chain->count) {
                looked += chain->count - next;
                next = chain->count;
                return nullptr;
            }
            mask = program.filters[chain->number].block(fields.octets(), block);
        }
        const auto found = static_cast<std::uint32_t>(block * RuleFilter::kBlock) + static_cast<std::uint32_t>(std::countr_zero(mask));
        mask &= mask - 1;
        looked += found + 1 - next;
        next = found + 1;
        return program.rules.data() + chain->first + found;
    }
    void leave() {
        next = chain->count;
        mask = 0;
    }
};

VerdictKind translationOf(RuleAction action) {
    switch (action) {
    case RuleAction::SrcNat: return VerdictKind::SrcNat;
    case RuleAction::DstNat: return VerdictKind::DstNat;
    case RuleAction::Redirect: return VerdictKind::Redirect;
    case RuleAction::Netmap: return VerdictKind::Netmap;
    case RuleAction::Same: return VerdictKind::Same;
    default: return VerdictKind::Masquerade;
    }
}

} // namespace

Verdict Classifier::runRules(const Chain& chain, HookChain hook, PacketBuf* p, RuleContext& context) {
    const ConnectionEntry* connection = p->connection == kNoConnection ? nullptr : &conntrack_->entry(p->connection);
    PacketFields fields(*p, connection, context.routingMark);
    Verdict verdict;
    std::array<Position, kMaxJumps> returns;
    std::size_t depth = 0;
    Position at{&chain, 0, 0, 0};
    at.refresh(program_, fields);
    unsigned looked = 0;

    while (true) {
        const CompiledRule* rule = at.advance(program_, fields, looked);
        if (context.record != nullptr) [[unlikely]] {
            context.record->demand(at.next <= at.chain->steady);
        }
        if (rule == nullptr) {
            if (depth == 0) {
                break; // the end of a built-in chain accepts
            }
            at = returns[--depth];
            at.refresh(program_, fields);
            continue;
        }
        if (!fields.lineMatches(*rule)) {
            continue;
        }
        const RuleDetail& detail = program_.details[static_cast<std::size_t>(rule - program_.rules.data())];
        if (detail.conditionCount != 0 && !conditionsHold(detail, fields, context.now)) {
            continue;
        }
        if (detail.moreCount != 0 && !moreHolds(detail, *p, connection, context)) {
            continue;
        }
        RuleCount& count = counts_[detail.counter];
        ++count.packets;
        count.bytes += p->l3Length();
        if (context.record != nullptr) [[unlikely]] {
            note(detail, hook, *p, *context.record);
        }
        if (watch_ != nullptr) [[unlikely]] {
            watch_->note(detail.counter, detail.action, hook);
        }
        if (detail.log) {
            log_.note(detail.label, *p);
        }
        bool final = false;
        switch (detail.action) {
        case RuleAction::Accept:
            final = true;
            break;
        case RuleAction::Drop:
            verdict.kind = VerdictKind::Drop;
            final = true;
            break;
        case RuleAction::Reject:
            verdict.kind = VerdictKind::Reject;
            verdict.rejectWith = detail.rejectWith;
            final = true;
            break;
        case RuleAction::Jump:
            returns[depth++] = at;
            at = Position{&program_.chains[detail.chain], 0, 0, 0};
            at.refresh(program_, fields);
            break;
        case RuleAction::Return:
            at.leave();
            break;
        case RuleAction::Passthrough:
        case RuleAction::Log:
            break;
        case RuleAction::FastTrackConnection:
            verdict.fastTrack |= requestFastTrack(hook, *p, detail.hwOffload);
            break;
        case RuleAction::NoTrack:
            p->connectionState = kStateUntracked;
            final = true;
            break;
        case RuleAction::MarkPacket:
        case RuleAction::MarkConnection:
        case RuleAction::MarkRouting:
            mark(detail, *p, context, fields);
            at.refresh(program_, fields);
            final = !detail.passthrough;
            break;
        case RuleAction::AddSrcToAddressList:
            addToList(detail, p->src, context.now);
            break;
        case RuleAction::AddDstToAddressList:
            addToList(detail, p->dst, context.now);
            break;
        case RuleAction::Masquerade:
        case RuleAction::SrcNat:
        case RuleAction::DstNat:
        case RuleAction::Redirect:
        case RuleAction::Netmap:
        case RuleAction::Same:
            verdict.kind = translationOf(detail.action);
            verdict.nat = &detail.nat;
            final = true;
            break;
        case RuleAction::Tarpit:
            verdict.kind = VerdictKind::Tarpit;
            final = true;
            break;
        case RuleAction::ChangeMss:
        case RuleAction::ChangeDscp:
        case RuleAction::ChangeTtl:
        case RuleAction::StripIpv4Options:
        case RuleAction::ClearDf:
        case RuleAction::Route:
            change(detail, *p, context);
            final = !detail.passthrough;
            break;
        }
        if (final) {
            break;
        }
    }
    verdict.rulesLooked = static_cast<std::uint16_t>(std::min(looked, 0xffffu));
    return verdict;
}

bool Classifier::moreHolds(const RuleDetail& detail, const PacketBuf& p, const ConnectionEntry* connection, const RuleContext& context) {
    const MatchInput input{p, connection, *conntrack_, context, environment_};
    for (std::uint32_t i = detail.firstMore; i < detail.firstMore + detail.moreCount; ++i) {
        if (matchers_[i] == nullptr || matchers_[i]->matches(input) == program_.more[i].match.negate) {
            return false;
        }
    }
    return true;
}

void Classifier::change(const RuleDetail& detail, PacketBuf& p, RuleContext& context) const {
    switch (detail.action) {
    case RuleAction::ChangeMss: return lowerMss(p, detail.change.mss.value_or(mssThatFits(p)));
    case RuleAction::ChangeDscp: return setDscp(p, detail.change.dscp);
    case RuleAction::ChangeTtl: return changeTtl(p, detail.change.ttlChange, detail.change.ttl);
    case RuleAction::StripIpv4Options: return stripIpv4Options(p);
    case RuleAction::ClearDf: return clearDontFragment(p);
    case RuleAction::Route: context.gateway = detail.change.routeDst; return;
    default: return;
    }
}

// clamp-to-pmtu: what the smaller of the two links takes, without the headers of IPv4 and TCP.
std::uint16_t Classifier::mssThatFits(const PacketBuf& p) const {
    const auto mtuOf = [this](IfIndex i) { return i < mtus_.size() ? mtus_[i] : std::uint16_t{0xffff}; };
    const std::uint16_t mtu = std::min(mtuOf(p.inInterface), mtuOf(p.outInterface));
    return static_cast<std::uint16_t>(mtu > kIpv4Header + kTcpHeader ? mtu - kIpv4Header - kTcpHeader : 0);
}

bool Classifier::conditionsHold(const RuleDetail& detail, const PacketFields& fields, core::base::Nanos now) const {
    const Condition* c = program_.conditions.data() + detail.firstCondition;
    return std::all_of(c, c + detail.conditionCount,
                       [&](const Condition& condition) { return isInSet(condition, fields, now) != condition.negate; });
}

bool Classifier::isInSet(const Condition& c, const PacketFields& f, core::base::Nanos now) const {
    const auto inList = [&](std::uint32_t address) { return c.a < lists_.size() && lists_[c.a].contains(address, now); };
    const auto inPorts = [&](std::uint16_t port) {
        return std::any_of(program_.ports.begin() + c.a, program_.ports.begin() + c.b,
                           [port](const PortRange& r) { return r.contains(port); });
    };
    const auto inInterfaces = [&](IfIndex interface) {
        const std::uint32_t word = c.a + interface / 64u;
        return word < c.b && (program_.interfaceWords[word] >> interface % 64u & 1u) != 0;
    };
    switch (c.kind) {
    case ConditionKind::SrcAddress: return c.a <= f.src() && f.src() <= c.b;
    case ConditionKind::DstAddress: return c.a <= f.dst() && f.dst() <= c.b;
    case ConditionKind::Protocol: return f.protocol() == c.a;
    case ConditionKind::IcmpType: return f.icmpType() == c.a;
    case ConditionKind::PacketMark: return f.packetMark() == c.a;
    case ConditionKind::ConnectionMark: return f.connectionMark() == c.a;
    case ConditionKind::RoutingMark: return f.routingMark() == c.a;
    case ConditionKind::SrcAddressList: return inList(f.src());
    case ConditionKind::DstAddressList: return inList(f.dst());
    case ConditionKind::SrcPort: return inPorts(f.sport());
    case ConditionKind::DstPort: return inPorts(f.dport());
    case ConditionKind::AnyPort: return inPorts(f.sport()) || inPorts(f.dport());
    case ConditionKind::InInterface: return inInterfaces(f.inInterface());
    case ConditionKind::OutInterface: return inInterfaces(f.outInterface());
    case ConditionKind::Never: return false;
    }
    return false;
}

// A mark or FastTrack is an effect only the first time.
void Classifier::note(const RuleDetail& detail, HookChain hook, const PacketBuf& p, WalkRecord& record) const {
    record.matched(detail.counter);
    const ConnectionEntry* connection = p.connection == kNoConnection ? nullptr : &conntrack_->entry(p.connection);
    if (detail.action == RuleAction::MarkConnection) {
        record.demand(connection != nullptr && connection->mark == detail.newMark);
    } else if (detail.action == RuleAction::FastTrackConnection) {
        record.demand(hook != HookChain::Forward || (connection != nullptr && connection->has(kFastTracked)));
    }
}

bool Classifier::requestFastTrack(HookChain hook, const PacketBuf& p, bool hardware) {
    const bool established = (p.connectionState & (kStateEstablished | kStateRelated)) != 0;
    const bool suitable = p.protocol == kProtocolTcp || p.protocol == kProtocolUdp; // an ICMP error is related, but not the flow
    return hook == HookChain::Forward && established && suitable && p.connection != kNoConnection && conntrack_->setFastTrack(p.connection, hardware);
}

void Classifier::mark(const RuleDetail& detail, PacketBuf& p, RuleContext& context, PacketFields& fields) {
    if (detail.action == RuleAction::MarkPacket) {
        p.packetMark = detail.newMark;
        fields.setPacketMark(detail.newMark);
    } else if (detail.action == RuleAction::MarkRouting) {
        context.routingMark = detail.newMark;
        fields.setRoutingMark(detail.newMark);
    } else if (p.connection != kNoConnection) {
        conntrack_->entry(p.connection).mark = detail.newMark;
        fields.setConnectionMark(detail.newMark);
    }
}

void Classifier::addToList(const RuleDetail& detail, std::uint32_t address, core::base::Nanos now) {
    if (detail.addressList < lists_.size()) {
        lists_[detail.addressList].add(address, detail.addressListTimeout, now);
    }
}

} // namespace agent::dataplane
