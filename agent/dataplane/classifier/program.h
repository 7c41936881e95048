// The compiled form of FirewallConfig: chains are stretches of one array of rules; the common matchers are masked compares and ranges in
// one cache line (CompiledRule), the rarer ones a short list of conditions looked at only when the line agrees.
#pragma once

#include "agent/dataplane/classifier/rule_filter.h"
#include "agent/dataplane/classifier/verdict.h"
#include "agent/dataplane/config/firewall.h"
#include "core/base/result.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace agent::dataplane {

constexpr std::size_t kMaxJumps = 16; // nested jumps

// Four words compared at once; g++ and clang make vector instructions of it on every processor.
using Words = std::uint32_t __attribute__((vector_size(16)));
using SignedWords = std::int32_t __attribute__((vector_size(16)));

// How PacketFields and CompiledRule lay the matchers out. Exact ones, as two words of 64 bit:
//   header: protocol | tcpFlags << 8 | icmpType << 16 | FieldBit << 24 | packetMark << 32 | connectionMark << 48
//   place:  inInterface | outInterface << 16 | routingMark << 32 | connection state << 48 | nat state << 56
// Ranges, as words of 32 bit: source, destination, source port, destination port.
constexpr unsigned kTcpFlagsAt = 8, kIcmpTypeAt = 16, kFieldBitsAt = 24, kPacketMarkAt = 32, kConnectionMarkAt = 48;
constexpr unsigned kOutInterfaceAt = 16, kRoutingMarkAt = 32, kStateAt = 48, kNatStateAt = 56;
enum RangeWord : unsigned { kSrcWord, kDstWord, kSportWord, kDportWord };

// FieldBit: what the packet has.
enum FieldBit : std::uint8_t { kFieldPorts = 1, kFieldLaterFragment = 2, kFieldIcmp = 4 };

// A packet has exactly one bit of each: its connection-state, kNoState when it has none; and nat state (src | dst << 1), bit 0 to 3.
// A rule demands that the bits of all states it does not accept are clear.
constexpr std::uint8_t kNoState = 0x80;

// Matches when (exact & mask) == value and each range word lies in [first, first + span]. Vector instructions compare signed words only,
// so `first` and `span` are kept with their highest bit turned over: word - biasedFirst > biasedSpan then says "outside".
constexpr std::uint32_t kBias = 0x80000000;
struct alignas(64) CompiledRule {
    Words mask{}, value{};
    Words biasedFirst{kBias, kBias, kBias, kBias};
    SignedWords biasedSpan{0x7fffffff, 0x7fffffff, 0x7fffffff, 0x7fffffff}; // everything
};
static_assert(sizeof(CompiledRule) == 64, "one cache line per rule");

enum class ConditionKind : std::uint8_t {
    SrcAddress, DstAddress,         // [a, b]
    Protocol, IcmpType,             // a
    PacketMark, ConnectionMark, RoutingMark,
    SrcAddressList, DstAddressList, // a: number of the list
    SrcPort, DstPort, AnyPort,      // ranges [a, b) of Program::ports
    InInterface, OutInterface,      // bit set in words [a, b) of Program::interfaceWords
    Never,                          // matchers that contradict each other
};

// Beyond what stays the same for all packets of one direction of a connection (addresses, ports, protocol, interfaces, connection and
// nat state): what a rule looks at, and whether it does more than decide. 0: the verdict found for one packet holds for the next ones
// of the same direction, state, interfaces and connection-mark, as long as the configuration does.
enum Dependence : std::uint8_t {
    kOnPacket = 1 << 0,  // a field that differs from packet to packet: tcp-flags, fragment, icmp-options, size, content…
    kOnMarks = 1 << 1,   // a mark that a rule before it may have set: packet, connection, routing
    kOnHistory = 1 << 2, // what happened before, or the time: address lists, limit, nth, connection-bytes, random, time…
    kHasEffect = 1 << 3, // the action has to be carried out for each packet: mark-*, log, add-*-to-address-list, change-*…
};

// Holds when the packet is in the set; negated: when it is not.
struct Condition {
    ConditionKind kind = ConditionKind::Never;
    bool negate = false;
    std::uint32_t a = 0, b = 0;
};

// What is needed only when the compare line agrees.
struct RuleDetail {
    RuleAction action = RuleAction::Accept;
    std::uint8_t conditionCount = 0;
    std::uint8_t moreCount = 0; // of rarer matchers
    std::uint8_t dependence = 0; // bits of Dependence
    bool special = false;        // matches only SYN, FIN, RST, later fragments or ICMP, never a packet of a flow under way
    std::uint32_t counter = 0;
    std::uint32_t firstCondition = 0;
    std::uint32_t firstMore = 0; // in Program::more
    std::uint32_t chain = 0; // jump: index of the chain
    std::uint32_t label = 0; // log
    bool log = false;
    bool passthrough = true;
    bool hwOffload = false; // fasttrack-connection
    RejectWith rejectWith = RejectWith::IcmpNetworkUnreachable;
    MarkId newMark = 0;
    std::uint32_t addressList = 0;
    core::base::Nanos addressListTimeout = 0;
    NatTarget nat;
    HeaderChange change;
};

// A rarer matcher and the rule it belongs to.
struct ProgramMatch {
    std::uint32_t uid = 0;
    MoreMatch match;
};

struct Chain {
    std::uint32_t first = 0, count = 0; // in Program::rules
    std::uint32_t number = 0;           // in Program::chains and filters
    std::uint8_t dependence = 0;        // Dependence of all its rules, and of the chains it jumps to
    std::uint32_t steady = 0;           // so many rules at its beginning may be noted in a WalkRecord; jumps are judged by their targets
};

struct Program {
    std::vector<CompiledRule> rules;
    std::vector<RuleDetail> details; // same positions as rules
    std::vector<Condition> conditions;
    std::vector<ProgramMatch> more; // by rule, within a rule in the order they are asked
    std::vector<PortRange> ports;
    std::vector<std::uint64_t> interfaceWords; // bit sets
    std::vector<Chain> chains;                 // all chains of all tables
    std::vector<RuleFilter> filters;           // same positions as chains
    std::array<std::array<Chain, kHookChainCount>, kTableCount> hooks{};

    [[nodiscard]] const Chain& hook(Table table, HookChain chain) const {
        return hooks[static_cast<std::size_t>(table)][static_cast<std::size_t>(chain)];
    }
    // Whether two packets of the same direction of a connection, in the same state, may get different verdicts from this chain.
    [[nodiscard]] bool dependsOnPacket(Table table, HookChain chain) const { return hook(table, chain).dependence != 0; }
};

// A rule's number of counter and log label are given by whoever keeps them.
class RuleNumbers {
public:
    virtual ~RuleNumbers() = default;
    virtual std::uint32_t counterOf(std::uint32_t uid) = 0;
    virtual std::uint32_t labelOf(const std::string& prefix, const std::string& chain) = 0;
};

// InvalidInput when jumps form a cycle or nest too deep.
core::base::Result<Program> compileProgram(const FirewallConfig& config, RuleNumbers& numbers);

} // namespace agent::dataplane
