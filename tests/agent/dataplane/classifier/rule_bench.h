// One rule on a bench: a chain with that rule alone, packets of a client, and whether they hit it.
//
//   RuleBench b(match::Dscp{46});
//   QVERIFY(!b.hits(b.udp()));
#pragma once

#include "agent/dataplane/classifier/classifier.h"
#include "tests/agent/dataplane/conntrack/test_packets.h"

namespace agent::dataplane::testing {

class RuleBench {
public:
    static constexpr std::uint32_t kClient = ip(192, 168, 88, 10), kServer = ip(203, 0, 113, 5);

    explicit RuleBench(match::Any what, bool negate = false) {
        RuleConfig rule;
        rule.uid = 1;
        rule.chain = "forward";
        rule.action = RuleAction::Drop;
        rule.match.more = {{std::move(what), negate}};
        config.filter = {rule};
        configure();
    }
    bool configure() { return classifier.configure(config, {}).has_value(); }

    // The packet is not tracked.
    bool hits(PacketBuf* p) { return classifier.run(Table::Filter, HookChain::Forward, p, context).kind == VerdictKind::Drop; }
    // It is, at context.now, and its connection confirmed.
    bool hitsTracked(PacketBuf* p) {
        conntrack.track(p, context.now);
        conntrack.confirm(p, context.now);
        return hits(p);
    }
    PacketBuf* udp(std::uint16_t port = 1000, const Octets& data = {}) { return packets.udp(kClient, port, kServer, 53, data); }
    PacketBuf* answer(std::uint16_t port = 1000, const Octets& data = {}) { return packets.udp(kServer, 53, kClient, port, data); }

    Packets packets;
    Conntrack conntrack{1000, 1};
    Classifier classifier{conntrack};
    RuleContext context{core::base::kSecond};
    FirewallConfig config;
};

inline Octets octetsOf(std::string_view text) { return {text.begin(), text.end()}; }

} // namespace agent::dataplane::testing
