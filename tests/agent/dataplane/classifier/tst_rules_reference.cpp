// Random rule sets over random packets, compared with an interpreter that reads FirewallConfig word by word.
#include "agent/dataplane/classifier/classifier.h"
#include "tests/agent/dataplane/conntrack/test_packets.h"

#include <QtTest>

#include <map>
#include <random>

using namespace agent::dataplane;
using namespace agent::dataplane::testing;

namespace {

// What a packet is to the reference: plain values, no packing.
struct Facts {
    const PacketBuf* packet = nullptr;
    bool ports = false, laterFragment = false, icmp = false, tracked = false;
    std::uint8_t natBits = 0;
    MarkId packetMark = 0, connectionMark = 0, routingMark = 0;
};

template <class T, class Holds> bool judge(const Match<T>& match, Holds holds) { return !match || holds(*match.value) != match.negate; }

bool inAny(const std::vector<PortRange>& ranges, std::uint16_t port) {
    return std::any_of(ranges.begin(), ranges.end(), [port](const PortRange& r) { return r.contains(port); });
}

bool referenceMatches(const RuleMatch& m, const Facts& f, const FirewallConfig& config) {
    const PacketBuf& p = *f.packet;
    const auto inList = [&](std::uint32_t list, std::uint32_t address) {
        const auto& entries = config.addressLists[list].entries;
        return std::any_of(entries.begin(), entries.end(), [address](const Ipv4Range& r) { return r.contains(address); });
    };
    const auto interfaceIs = [](const std::vector<IfIndex>& set, IfIndex i) { return std::find(set.begin(), set.end(), i) != set.end(); };
    if ((m.srcPort || m.dstPort || m.anyPort) && !f.ports) {
        return false;
    }
    if (m.tcpFlagsSet != 0 || m.tcpFlagsClear != 0) {
        if (p.protocol != 6 || !f.ports || (p.tcpFlags & m.tcpFlagsSet) != m.tcpFlagsSet || (p.tcpFlags & m.tcpFlagsClear) != 0) {
            return false;
        }
    }
    if (m.icmpType && !f.icmp) {
        return false;
    }
    return judge(m.srcAddress, [&](const Ipv4Range& r) { return r.contains(p.src); }) &&
           judge(m.dstAddress, [&](const Ipv4Range& r) { return r.contains(p.dst); }) &&
           judge(m.srcAddressList, [&](std::uint32_t l) { return inList(l, p.src); }) &&
           judge(m.dstAddressList, [&](std::uint32_t l) { return inList(l, p.dst); }) &&
           judge(m.protocol, [&](std::uint8_t v) { return p.protocol == v; }) &&
           judge(m.srcPort, [&](const auto& r) { return inAny(r, p.sport); }) &&
           judge(m.dstPort, [&](const auto& r) { return inAny(r, p.dport); }) &&
           judge(m.anyPort, [&](const auto& r) { return inAny(r, p.sport) || inAny(r, p.dport); }) &&
           judge(m.inInterface, [&](const auto& s) { return interfaceIs(s, p.inInterface); }) &&
           judge(m.outInterface, [&](const auto& s) { return interfaceIs(s, p.outInterface); }) &&
           judge(m.inInterfaceList, [&](const auto& s) { return interfaceIs(s, p.inInterface); }) &&
           judge(m.outInterfaceList, [&](const auto& s) { return interfaceIs(s, p.outInterface); }) &&
           judge(m.connectionState, [&](std::uint8_t v) { return (p.connectionState & v) != 0; }) &&
           judge(m.connectionNatState, [&](std::uint8_t v) { return (f.natBits & v) != 0; }) &&
           judge(m.connectionMark, [&](MarkId v) { return f.connectionMark == v; }) &&
           judge(m.packetMark, [&](MarkId v) { return f.packetMark == v; }) &&
           judge(m.routingMark, [&](MarkId v) { return f.routingMark == v; }) &&
           judge(m.icmpType, [&](std::uint8_t v) { return p.icmpType == v; }) && (!m.fragment || f.laterFragment);
}

enum class Flow { Next, Back, End };

struct Reference {
    const FirewallConfig* config;
    std::map<std::uint32_t, std::uint64_t> hits;
    VerdictKind kind = VerdictKind::Accept;
    unsigned looked = 0;

    Flow run(const std::string& chain, Facts& f) {
        for (const RuleConfig& rule : config->mangle) {
            if (rule.chain != chain) {
                continue;
            }
            ++looked;
            if (!referenceMatches(rule.match, f, *config)) {
                continue;
            }
            ++hits[rule.uid];
            switch (rule.action) {
            case RuleAction::Accept: return Flow::End;
            case RuleAction::Drop: kind = VerdictKind::Drop; return Flow::End;
            case RuleAction::Return: return Flow::Back;
            case RuleAction::Jump:
                if (run(rule.jumpTarget, f) == Flow::End) {
                    return Flow::End;
                }
                break;
            case RuleAction::MarkPacket:
                f.packetMark = rule.newMark;
                if (!rule.passthrough) {
                    return Flow::End;
                }
                break;
            case RuleAction::MarkConnection:
                if (f.tracked) {
                    f.connectionMark = rule.newMark;
                }
                if (!rule.passthrough) {
                    return Flow::End;
                }
                break;
            case RuleAction::MarkRouting:
                f.routingMark = rule.newMark;
                if (!rule.passthrough) {
                    return Flow::End;
                }
                break;
            default: break;
            }
        }
        return Flow::Back;
    }
};

class Generator {
public:
    explicit Generator(unsigned seed) : random_(seed) {}
    unsigned below(unsigned n) { return random_() % n; }
    bool once(unsigned n) { return below(n) == 0; }
    std::uint32_t address() { return ip(10, 0, 0, below(8)); }
    std::uint16_t port() { return static_cast<std::uint16_t>(once(6) ? below(2) * 65535 : below(8)); }

    template <class T> Match<T> match(T value) { return {std::move(value), once(3)}; }
    Ipv4Range range() {
        const std::uint32_t first = address();
        return {first, first + below(4)};
    }
    std::vector<PortRange> ports() {
        std::vector<PortRange> all;
        for (unsigned i = 1 + below(3); i-- > 0;) {
            const auto first = static_cast<std::uint16_t>(below(8));
            all.push_back({first, static_cast<std::uint16_t>(first + below(3))});
        }
        return all;
    }
    std::vector<IfIndex> interfaces() {
        std::vector<IfIndex> all;
        for (unsigned i = below(4); i-- > 0;) {
            all.push_back(static_cast<IfIndex>(below(3) * 50));
        }
        return all;
    }
    std::uint8_t protocol() { return std::array<std::uint8_t, 4>{1, 6, 17, 47}[below(4)]; }

    RuleMatch ruleMatch() {
        RuleMatch m;
        for (unsigned i = below(4); i-- > 0;) {
            switch (below(20)) {
            case 0: m.srcAddress = match(range()); break;
            case 1: m.dstAddress = match(range()); break;
            case 2: m.srcAddressList = match(std::uint32_t{below(2)}); break;
            case 3: m.dstAddressList = match(std::uint32_t{below(2)}); break;
            case 4:
            case 5: m.protocol = match(protocol()); break;
            case 6: m.srcPort = match(ports()); break;
            case 7: m.dstPort = match(ports()); break;
            case 8: m.anyPort = match(ports()); break;
            case 9: m.inInterface = match(interfaces()); break;
            case 10: m.outInterface = match(interfaces()); break;
            case 11: m.inInterfaceList = match(interfaces()); break;
            case 12: m.outInterfaceList = match(interfaces()); break;
            case 13: m.connectionState = match(static_cast<std::uint8_t>(below(32))); break;
            case 14: m.connectionNatState = match(static_cast<std::uint8_t>(below(4))); break;
            case 15: m.connectionMark = match(static_cast<MarkId>(below(3))); break;
            case 16: m.packetMark = match(static_cast<MarkId>(below(3))); break;
            case 17: m.routingMark = match(static_cast<MarkId>(below(3))); break;
            case 18:
                m.tcpFlagsSet = static_cast<std::uint8_t>(below(4));
                m.tcpFlagsClear = static_cast<std::uint8_t>(below(32) & ~m.tcpFlagsSet);
                break;
            default:
                if (once(2)) {
                    m.icmpType = match(static_cast<std::uint8_t>(below(2) * 8));
                } else {
                    m.fragment = true;
                }
            }
        }
        return m;
    }

    FirewallConfig firewall() {
        static const std::array<std::string, 4> chains{"forward", "a", "b", "c"}; // jumps only to later ones
        FirewallConfig config;
        config.addressLists = {{"x", {range(), range()}}, {"y", {range()}}};
        for (unsigned i = 1 + below(20), uid = 1; i-- > 0; ++uid) {
            RuleConfig rule;
            rule.uid = uid;
            const unsigned chain = below(4);
            rule.chain = chains[chain];
            rule.match = ruleMatch();
            rule.newMark = static_cast<MarkId>(below(3));
            rule.passthrough = !once(4);
            static constexpr std::array kActions{
                RuleAction::Accept,         RuleAction::Drop,        RuleAction::Return, RuleAction::Passthrough, RuleAction::MarkPacket,
                RuleAction::MarkConnection, RuleAction::MarkRouting, RuleAction::Log,    RuleAction::Jump,        RuleAction::Jump};
            rule.action = kActions[below(kActions.size())];
            if (rule.action == RuleAction::Jump) {
                if (chain == 3) {
                    rule.action = RuleAction::Passthrough;
                } else {
                    rule.jumpTarget = chains[chain + 1 + below(3 - chain)];
                }
            }
            config.mangle.push_back(rule);
        }
        return config;
    }

    PacketBuf* packet(Packets& packets) {
        const std::uint32_t src = address(), dst = address();
        if (once(8)) { // a later fragment
            return packets.raw(ipv4Packet(src, dst, protocol(), Octets(16), 1, 4));
        }
        switch (protocol()) {
        case 6: return packets.tcp(src, port(), dst, port(), static_cast<std::uint8_t>(below(64)));
        case 17: return packets.udp(src, port(), dst, port());
        case 1: return packets.icmp(src, dst, static_cast<std::uint8_t>(below(3) * 8), 1);
        default: return packets.other(src, dst, 47);
        }
    }

private:
    std::mt19937 random_;
};

} // namespace

class RulesReferenceTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void compiledRulesDecideLikeTheInterpreter() {
        Generator g(2024);
        for (int round = 0; round < 400; ++round) {
            const FirewallConfig config = g.firewall();
            Packets packets;
            Conntrack conntrack(1000, 1);
            Classifier classifier(conntrack);
            QVERIFY(classifier.configure(config, {}));
            Reference reference{&config, {}, VerdictKind::Accept, 0};
            for (int i = 0; i < 60; ++i) {
                PacketBuf* p = g.packet(packets);
                Facts facts;
                facts.packet = p;
                facts.ports = (p->flags & kHasPorts) != 0;
                facts.laterFragment = isLaterFragment(*p);
                facts.icmp = p->protocol == 1 && !facts.laterFragment;
                if (!g.once(3)) {
                    conntrack.track(p, 0);
                    if (p->connection != kNoConnection) {
                        ConnectionEntry& e = conntrack.entry(p->connection);
                        e.flags = static_cast<std::uint16_t>((e.flags & ~(kSrcNat | kDstNat)) | (g.once(2) ? kSrcNat : 0) |
                                                             (g.once(2) ? kDstNat : 0));
                        facts.natBits =
                            static_cast<std::uint8_t>((e.has(kSrcNat) ? kNatStateSrc : 0) | (e.has(kDstNat) ? kNatStateDst : 0));
                        e.mark = static_cast<MarkId>(g.below(3));
                        facts.connectionMark = e.mark;
                    }
                } else if (g.once(2)) {
                    p->connectionState = kStateUntracked;
                }
                p->inInterface = static_cast<IfIndex>(g.below(3) * 50);
                p->outInterface = g.once(3) ? kNoInterface : static_cast<IfIndex>(g.below(3) * 50);
                p->packetMark = facts.packetMark = static_cast<MarkId>(g.below(3));
                RuleContext context;
                context.routingMark = facts.routingMark = static_cast<MarkId>(g.below(3));
                const bool tracked = p->connection != kNoConnection;
                facts.tracked = tracked;
                const Verdict verdict = classifier.run(Table::Mangle, HookChain::Forward, p, context);
                reference.kind = VerdictKind::Accept;
                reference.looked = 0;
                reference.run("forward", facts);
                QCOMPARE(verdict.kind, reference.kind);
                QCOMPARE(unsigned(verdict.rulesLooked), reference.looked);
                QCOMPARE(p->packetMark, facts.packetMark);
                QCOMPARE(context.routingMark, facts.routingMark);
                if (tracked) {
                    QCOMPARE(conntrack.entry(p->connection).mark, facts.connectionMark);
                }
                for (const RuleConfig& rule : config.mangle) {
                    QCOMPARE(classifier.counters(rule.uid)->packets, reference.hits[rule.uid]);
                }
            }
        }
    }
};

QTEST_APPLESS_MAIN(RulesReferenceTest)
#include "tst_rules_reference.moc"
