// The filter may name rules that do not match; it must never leave one out that does.
#include "agent/dataplane/classifier/packet_fields.h"
#include "agent/dataplane/classifier/program.h"

#include <QtTest>

#include <random>

using namespace agent::dataplane;

namespace {

class Counting final : public RuleNumbers {
public:
    std::uint32_t counterOf(std::uint32_t uid) override { return uid; }
    std::uint32_t labelOf(const std::string&, const std::string&) override { return 0; }
};

RuleConfig randomRule(std::mt19937& random) {
    const auto one = [&](unsigned of) { return random() % of == 0; };
    RuleConfig r;
    r.chain = "forward";
    if (!one(3)) {
        const std::uint32_t first = static_cast<std::uint32_t>(random()) % (one(2) ? 512 : 0xffffff00);
        r.match.srcAddress.value = Ipv4Range{first, first + static_cast<std::uint32_t>(random()) % (one(2) ? 4 : 70'000)};
    }
    if (one(2)) {
        r.match.protocol.value = one(2) ? std::uint8_t{6} : std::uint8_t{17};
    }
    if (one(2)) {
        const auto first = static_cast<std::uint16_t>(random() % 60'000);
        r.match.dstPort.value = {PortRange{first, static_cast<std::uint16_t>(first + random() % (one(2) ? 1 : 2000))}};
    }
    if (one(3)) {
        r.match.connectionState.value = static_cast<std::uint8_t>(1 + random() % 31);
        r.match.connectionState.negate = one(4);
    }
    if (one(4)) {
        r.match.inInterface.value = {static_cast<IfIndex>(random() % 4)};
    }
    return r;
}

PacketBuf randomPacket(std::mt19937& random, const std::vector<RuleConfig>& rules) {
    PacketBuf p{};
    const RuleMatch& near = rules[random() % rules.size()].match; // hits must be common
    p.flags = kIsIpv4 | kHasPorts;
    p.protocol = near.protocol ? *near.protocol.value : std::uint8_t{17};
    p.src = static_cast<std::uint32_t>(random());
    if (near.srcAddress) {
        p.src = near.srcAddress.value->first + p.src % 3;
    }
    p.dport = near.dstPort ? (*near.dstPort.value)[0].last : static_cast<std::uint16_t>(random());
    p.connectionState = static_cast<std::uint8_t>(1u << random() % 5);
    p.inInterface = static_cast<IfIndex>(random() % 4);
    p.connection = kNoConnection;
    return p;
}

} // namespace

class RuleFilterTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void itNeverLeavesOutARuleThatMatches() {
        std::mt19937 random(4);
        std::size_t matching = 0, named = 0, all = 0;
        for (const std::size_t count : {1u, 3u, 4u, 63u, 64u, 65u, 200u}) {
            FirewallConfig config;
            for (std::size_t i = 0; i < count; ++i) {
                config.filter.push_back(randomRule(random));
            }
            Counting numbers;
            const auto program = compileProgram(config, numbers);
            QVERIFY(program.has_value());
            const Chain& chain = program->hook(Table::Filter, HookChain::Forward);
            QCOMPARE(std::size_t{chain.count}, count);
            for (int k = 0; k < 2000; ++k) {
                const PacketBuf p = randomPacket(random, config.filter);
                const PacketFields fields(p, nullptr, 0);
                for (std::size_t i = 0; i < count; ++i) {
                    const std::uint64_t mask = program->filters[chain.number].block(fields.octets(), i / RuleFilter::kBlock);
                    const bool may = (mask >> i % RuleFilter::kBlock & 1u) != 0;
                    const bool does = fields.lineMatches(program->rules[chain.first + i]);
                    QVERIFY2(may || !does, "a matching rule is filtered out");
                    matching += does ? 1 : 0;
                    named += may ? 1 : 0;
                    ++all;
                }
            }
        }
        QVERIFY(matching > 10'000);
        QVERIFY2(named < all / 4, "the filter does not tell rules apart");
    }
    void bitsBehindTheLastRuleAreClear() {
        FirewallConfig config;
        for (std::size_t i = 0; i < 70; ++i) {
            RuleConfig r; // matches everything
            r.chain = "forward";
            config.filter.push_back(r);
        }
        Counting numbers;
        const auto program = compileProgram(config, numbers);
        QVERIFY(program.has_value());
        const RuleFilter& filter = program->filters[program->hook(Table::Filter, HookChain::Forward).number];
        const PacketBuf p{};
        const PacketFields fields(p, nullptr, 0);
        QCOMPARE(filter.block(fields.octets(), 0), ~std::uint64_t{0});
        QCOMPARE(filter.block(fields.octets(), 1), std::uint64_t{0x3f});
    }
};

QTEST_APPLESS_MAIN(RuleFilterTest)
#include "tst_rule_filter.moc"
