#include "agent/dataplane/classifier/compile_rule.h"

#include "agent/dataplane/classifier/rule_matcher.h"
#include "agent/dataplane/parse/ipv4.h"

#include <algorithm>
#include <optional>

namespace agent::dataplane {

namespace {

// Collects one rule's compare line and conditions.
class RuleLine {
public:
    explicit RuleLine(Program& program) : program_(&program) {}

    std::uint8_t conditionCount = 0;

    [[nodiscard]] CompiledRule line() const {
        const auto low = [](std::uint64_t word) { return static_cast<std::uint32_t>(word); };
        const auto high = [](std::uint64_t word) { return static_cast<std::uint32_t>(word >> 32); };
        CompiledRule r;
        r.mask = Words{low(headerMask_), high(headerMask_), low(placeMask_), high(placeMask_)};
        r.value = Words{low(headerValue_), high(headerValue_), low(placeValue_), high(placeValue_)};
        r.biasedFirst = first_;
        r.biasedSpan = span_;
        return r;
    }

    // Asks for `value` under `mask` at bit `at`; what contradicts an earlier demand can never match.
    void header(std::uint64_t mask, std::uint64_t value, unsigned at) { demand(headerMask_, headerValue_, mask << at, value << at); }
    void place(std::uint64_t mask, std::uint64_t value, unsigned at) { demand(placeMask_, placeValue_, mask << at, value << at); }
    void field(FieldBit bit) { header(bit, bit, kFieldBitsAt); }

    void condition(ConditionKind kind, bool negate, std::uint32_t a, std::uint32_t b = 0) {
        program_->conditions.push_back({kind, negate, a, b});
        ++conditionCount;
    }

    void address(const Match<Ipv4Range>& match, ConditionKind kind, RangeWord word) {
        if (!match) {
            return;
        }
        if (match.negate || match.value->last < match.value->first) {
            condition(kind, match.negate, match.value->first, match.value->last);
            return;
        }
        range(word, match.value->first, match.value->last);
    }

    // any-port has no word of its own.
    void portRanges(const Match<std::vector<PortRange>>& match, ConditionKind kind, std::optional<RangeWord> word) {
        if (!match) {
            return;
        }
        field(kFieldPorts);
        const std::vector<PortRange>& ranges = *match.value;
        if (word && !match.negate && ranges.size() == 1 && ranges[0].first <= ranges[0].last) {
            range(*word, ranges[0].first, ranges[0].last);
            return;
        }
        const auto begin = static_cast<std::uint32_t>(program_->ports.size());
        program_->ports.insert(program_->ports.end(), ranges.begin(), ranges.end());
        condition(kind, match.negate, begin, static_cast<std::uint32_t>(program_->ports.size()));
    }

    void interfaces(const Match<std::vector<IfIndex>>& match, ConditionKind kind, unsigned at) {
        if (!match) {
            return;
        }
        const std::vector<IfIndex>& members = *match.value;
        if (!match.negate && members.size() == 1) {
            place(0xffff, members[0], at);
            return;
        }
        const auto begin = static_cast<std::uint32_t>(program_->interfaceWords.size());
        for (const IfIndex member : members) {
            const std::size_t word = begin + member / 64u;
            program_->interfaceWords.resize(std::max(program_->interfaceWords.size(), word + 1));
            program_->interfaceWords[word] |= std::uint64_t{1} << member % 64u;
        }
        condition(kind, match.negate, begin, static_cast<std::uint32_t>(program_->interfaceWords.size()));
    }

    void mark(const Match<MarkId>& match, ConditionKind kind) {
        if (!match) {
            return;
        }
        if (match.negate) {
            condition(kind, true, *match.value);
        } else if (kind == ConditionKind::RoutingMark) {
            place(0xffff, *match.value, kRoutingMarkAt);
        } else {
            header(0xffff, *match.value, kind == ConditionKind::PacketMark ? kPacketMarkAt : kConnectionMarkAt);
        }
    }

private:
    void demand(std::uint64_t& lineMask, std::uint64_t& lineValue, std::uint64_t mask, std::uint64_t value) {
        if (((lineValue ^ value) & lineMask & mask) != 0) {
            condition(ConditionKind::Never, false, 0);
            return;
        }
        lineMask |= mask;
        lineValue |= value;
    }

    void range(RangeWord word, std::uint32_t first, std::uint32_t last) {
        first_[word] = first ^ kBias;
        span_[word] = static_cast<std::int32_t>((last - first) ^ kBias);
    }

    Program* program_;
    std::uint64_t headerMask_ = 0, headerValue_ = 0, placeMask_ = 0, placeValue_ = 0;
    Words first_ = CompiledRule{}.biasedFirst;
    SignedWords span_ = CompiledRule{}.biasedSpan;
};

void compileStates(const RuleMatch& match, RuleLine& rule) {
    if (match.connectionState) {
        const std::uint8_t wanted = *match.connectionState.value;
        rule.place(match.connectionState.negate ? wanted : static_cast<std::uint8_t>(~wanted), 0, kStateAt);
    }
    if (match.connectionNatState) {
        std::uint8_t refused = 0;
        for (std::uint8_t state = 0; state < 4; ++state) { // any of the wanted bits; negated: none of them
            const bool holds = (state & *match.connectionNatState.value) != 0;
            refused = static_cast<std::uint8_t>(refused | (holds == match.connectionNatState.negate ? 1u << state : 0u));
        }
        rule.place(refused, 0, kNatStateAt);
    }
}

void compileMatch(const RuleMatch& m, RuleLine& rule) {
    rule.address(m.srcAddress, ConditionKind::SrcAddress, kSrcWord);
    rule.address(m.dstAddress, ConditionKind::DstAddress, kDstWord);
    if (m.protocol && !m.protocol.negate) {
        rule.header(0xff, *m.protocol.value, 0);
    } else if (m.protocol) {
        rule.condition(ConditionKind::Protocol, true, *m.protocol.value);
    }
    rule.portRanges(m.srcPort, ConditionKind::SrcPort, kSportWord);
    rule.portRanges(m.dstPort, ConditionKind::DstPort, kDportWord);
    rule.portRanges(m.anyPort, ConditionKind::AnyPort, std::nullopt);
    if ((m.tcpFlagsSet | m.tcpFlagsClear) != 0) {
        rule.header(0xff, kProtocolTcp, 0);
        rule.field(kFieldPorts);
        rule.header(m.tcpFlagsSet, m.tcpFlagsSet, kTcpFlagsAt);
        rule.header(m.tcpFlagsClear, 0, kTcpFlagsAt);
    }
    if (m.icmpType) {
        rule.field(kFieldIcmp);
        if (m.icmpType.negate) {
            rule.condition(ConditionKind::IcmpType, true, *m.icmpType.value);
        } else {
            rule.header(0xff, *m.icmpType.value, kIcmpTypeAt);
        }
    }
    if (m.fragment) {
        rule.field(kFieldLaterFragment);
    }
    compileStates(m, rule);
    rule.interfaces(m.inInterface, ConditionKind::InInterface, 0);
    rule.interfaces(m.outInterface, ConditionKind::OutInterface, kOutInterfaceAt);
    rule.interfaces(m.inInterfaceList, ConditionKind::InInterface, 0);
    rule.interfaces(m.outInterfaceList, ConditionKind::OutInterface, kOutInterfaceAt);
    rule.mark(m.packetMark, ConditionKind::PacketMark);
    rule.mark(m.connectionMark, ConditionKind::ConnectionMark);
    rule.mark(m.routingMark, ConditionKind::RoutingMark);
    if (m.srcAddressList) {
        rule.condition(ConditionKind::SrcAddressList, m.srcAddressList.negate, *m.srcAddressList.value);
    }
    if (m.dstAddressList) {
        rule.condition(ConditionKind::DstAddressList, m.dstAddressList.negate, *m.dstAddressList.value);
    }
}

std::uint8_t dependenceOfRule(const RuleConfig& rule) {
    const RuleMatch& m = rule.match;
    std::uint8_t bits = 0;
    if ((m.tcpFlagsSet | m.tcpFlagsClear) != 0 || m.fragment || m.icmpType) {
        bits |= kOnPacket;
    }
    if (m.packetMark || m.connectionMark || m.routingMark) {
        bits |= kOnMarks;
    }
    if (m.srcAddressList || m.dstAddressList) {
        bits |= kOnHistory;
    }
    for (const MoreMatch& more : m.more) {
        bits |= dependenceOf(more.what);
    }
    switch (rule.action) {
    case RuleAction::Accept:
    case RuleAction::Drop:
    case RuleAction::Reject:
    case RuleAction::Jump:
    case RuleAction::Return:
    case RuleAction::Passthrough:
        break;
    default:
        bits |= kHasEffect;
    }
    return static_cast<std::uint8_t>(rule.log ? bits | kHasEffect : bits);
}

} // namespace

void compileRule(const RuleConfig& config, std::uint32_t jumpTarget, RuleNumbers& numbers, Program& program) {
    RuleDetail detail;
    detail.firstCondition = static_cast<std::uint32_t>(program.conditions.size());
    RuleLine rule(program);
    compileMatch(config.match, rule);
    program.rules.push_back(rule.line());
    detail.firstMore = static_cast<std::uint32_t>(program.more.size());
    detail.moreCount = static_cast<std::uint8_t>(config.match.more.size());
    for (const MoreMatch& more : config.match.more) {
        program.more.push_back({config.uid, more});
    }
    // RouterOS's order of matchers, which is that of the variant: what counts packets is asked last.
    std::stable_sort(program.more.begin() + detail.firstMore, program.more.end(),
                     [](const ProgramMatch& a, const ProgramMatch& b) { return a.match.what.index() < b.match.what.index(); });

    detail.action = config.action;
    detail.conditionCount = rule.conditionCount;
    detail.dependence = dependenceOfRule(config);
    detail.special = (config.match.tcpFlagsSet & (tcp::kSyn | tcp::kFin | tcp::kRst)) != 0 || config.match.fragment || config.match.icmpType;
    detail.counter = numbers.counterOf(config.uid);
    detail.chain = jumpTarget;
    detail.log = config.log || config.action == RuleAction::Log;
    detail.label = detail.log ? numbers.labelOf(config.logPrefix, config.chain) : 0;
    detail.passthrough = config.passthrough;
    detail.hwOffload = config.hwOffload;
    detail.rejectWith = config.rejectWith;
    detail.newMark = config.newMark;
    detail.addressList = config.addressList;
    detail.addressListTimeout = config.addressListTimeout;
    detail.nat = {config.toAddresses, config.toPorts, config.sameNotByDst, config.randomisePorts};
    detail.change = config.change;
    program.details.push_back(detail);
}

} // namespace agent::dataplane
