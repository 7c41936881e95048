// One table of /interface/bridge/filter or nat: rules in order, first decision wins, own chains by jump.
//
//   rules.configure(config.bridgeSettings.filter, {"input", "forward", "output"});
//   const BridgeVerdict v = rules.run(1, frame, *packet, log);    // chain 1: forward
//   if (v.kind == BridgeVerdict::Drop) …
//
// mark-packet and set-priority write to the packet as they are met; address translation is the caller's, by the rule of the verdict.
// Counters follow the rule's uid through changes. Nothing allocates in run(). One thread.
#pragma once

#include "agent/dataplane/config/bridging.h"
#include "agent/dataplane/parse/ethernet.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agent::dataplane {

// Where the frame is between; kNoInterface on the router's side.
struct BridgeFrame {
    IfIndex inPort = kNoInterface, inBridge = kNoInterface;
    IfIndex outPort = kNoInterface, outBridge = kNoInterface;
    MacKey own = 0; // address of the bridge, for packet-type
};

struct BridgeVerdict {
    enum Kind : std::uint8_t { Accept, Drop, Translate } kind = Accept;
    const BridgeRuleConfig* rule = nullptr; // of Translate
    std::uint16_t rulesLooked = 0;
};

// Hears of every packet a rule with log=yes or action=log matches.
class BridgeRuleLog {
public:
    virtual ~BridgeRuleLog() = default;
    virtual void note(std::size_t rule, const PacketBuf& p) = 0;
};

class BridgeRules {
public:
    struct Count {
        std::uint64_t bytes = 0, packets = 0; // octets of the frame without FCS
    };

    // `entries`: names of the built-in chains, numbered in this order.
    void configure(const std::vector<BridgeRuleConfig>& rules, const std::vector<std::string_view>& entries);

    [[nodiscard]] bool empty() const { return rules_.empty(); }
    [[nodiscard]] const std::vector<BridgeRuleConfig>& rules() const { return rules_; }
    BridgeVerdict run(std::size_t entry, const BridgeFrame& frame, PacketBuf& p, BridgeRuleLog& log);

    [[nodiscard]] std::optional<Count> counters(std::uint32_t uid) const;
    void resetCounters(std::uint32_t uid);

private:
    using Chain = std::vector<std::uint16_t>; // rules, in order
    std::vector<BridgeRuleConfig> rules_;
    std::vector<Count> counts_;              // by rule
    std::vector<std::uint16_t> jumpTo_;      // by rule: chain
    std::vector<Chain> chains_;              // the built-in ones first
};

// Whether every matcher that is set holds.
[[nodiscard]] bool matches(const BridgeRuleMatch& match, const BridgeFrame& frame, const PacketBuf& p);

} // namespace agent::dataplane
